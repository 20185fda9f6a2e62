"""Games for one, as Gymnasium asks for them."""

import warnings

import gymnasium
import numpy as np
import pytest
from gymnasium.utils.env_checker import check_env
from gymnasium.vector import AutoresetMode, SyncVectorEnv

import masume
from masume.gymnasium import Env, VectorEnv
from masume.testing import check_vector_env

masume.register_envs()
NAMES = [name for name in masume.games() if masume.Game(name).num_players == 1]


@pytest.mark.parametrize("name", NAMES)
def test_the_checker_of_gymnasium_has_nothing_to_say(name: str) -> None:
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        env = gymnasium.make(f"masume/{name}-v0", disable_env_checker=True)
        check_env(env.unwrapped, skip_render_check=True)


@pytest.mark.parametrize("name", ["2048", "sokoban", "samegame", "robots"])
@pytest.mark.parametrize("mode", list(AutoresetMode))
def test_the_checker_of_vector_environments_has_nothing_to_say(name: str, mode: AutoresetMode) -> None:
    check_vector_env(lambda: VectorEnv(name, 5, autoreset_mode=mode, max_steps=25), steps=60)


@pytest.mark.parametrize("mode", [AutoresetMode.NEXT_STEP, AutoresetMode.SAME_STEP])
@pytest.mark.parametrize("name", ["2048", "samegame", "robots", "sokoban"])
def test_many_at_once_are_as_many_one_by_one(name: str, mode: AutoresetMode) -> None:
    many = VectorEnv(name, 6, autoreset_mode=mode, max_steps=30)
    single = SyncVectorEnv([lambda: Env(name, max_steps=30)] * 6, autoreset_mode=mode)
    rng = np.random.default_rng(3)
    (seen, infos), (other, others) = many.reset(seed=17), single.reset(seed=17)
    for _ in range(80):
        assert np.array_equal(seen, other) and np.array_equal(infos["action_mask"], others["action_mask"])
        actions = np.array([rng.choice(np.flatnonzero(row)) if row.any() else 0 for row in infos["action_mask"]])
        (seen, *told, infos), (other, *told_others, others) = many.step(actions), single.step(actions)
        for array, of_other in zip(told, told_others):
            assert np.array_equal(array, of_other) and array.dtype == of_other.dtype
        assert ("final_obs" in infos) == ("final_obs" in others)
        if "final_obs" in infos:
            assert np.array_equal(infos["_final_obs"], others["_final_obs"])
            for place in np.flatnonzero(infos["_final_obs"]):
                assert np.array_equal(infos["final_obs"][place], others["final_obs"][place])


def test_environments_are_made_by_name() -> None:
    env = gymnasium.make("masume/2048-v0", max_steps=5)
    _, info = env.reset(seed=1)
    for _ in range(5):
        action = int(np.flatnonzero(info["action_mask"])[0])
        _, _, terminated, truncated, info = env.step(action)
    assert truncated or terminated
    many = gymnasium.make_vec("masume/2048-v0", num_envs=3, vectorization_mode="vector_entry_point")
    assert many.num_envs == 3 and many.reset(seed=[1, None, 3])[0].shape[0] == 3


def test_what_is_not_legal_does_nothing_loses_or_raises() -> None:
    wrong = None
    for illegal in ("ignore", "lose", "raise"):
        env = Env("2048", illegal=illegal)
        for seed in range(50):
            first, info = env.reset(seed=seed)
            if not info["action_mask"].all():
                break
        wrong = int(np.flatnonzero(info["action_mask"] == 0)[0])
        if illegal == "raise":
            with pytest.raises(masume.IllegalActionError):
                env.step(wrong)
            continue
        seen, reward, terminated, _, _ = env.step(wrong)
        assert np.array_equal(seen, first) and terminated == (illegal == "lose")
        assert reward == (-1.0 if illegal == "lose" else 0.0)
    assert wrong is not None


def test_a_checker_finds_what_is_wrong() -> None:
    class Aliased(VectorEnv):
        """One whose observations are one array, though it says nothing of it."""

        def __init__(self) -> None:
            super().__init__("2048", 4, copy=False)

    with pytest.raises(AssertionError, match="changed an array"):
        check_vector_env(Aliased)

    class Unseeded(VectorEnv):
        """One that hears no seed."""

        def reset(self, *, seed=None, options=None):  # type: ignore[no-untyped-def]
            return super().reset(seed=np.random.randint(1 << 30), options=options)

    with pytest.raises(AssertionError, match="seed"):
        check_vector_env(lambda: Unseeded("2048", 4))

    class Late(VectorEnv):
        """One that says another mode than it has."""

        def __init__(self) -> None:
            super().__init__("samegame", 4, autoreset_mode="SameStep", max_steps=5)
            self.metadata = {**self.metadata, "autoreset_mode": AutoresetMode.NEXT_STEP}

    with pytest.raises(AssertionError, match="final_obs|anew"):
        check_vector_env(Late)
