"""Games for one, as Gymnasium asks for them."""

import warnings
from typing import Any

import numpy as np
import pytest
from conftest import STUCK

import masume

gymnasium = pytest.importorskip("gymnasium")
from gymnasium.utils.env_checker import check_env  # noqa: E402
from gymnasium.vector import AutoresetMode, SyncVectorEnv  # noqa: E402

from masume.gymnasium import Env, VectorEnv  # noqa: E402
from masume.testing import check_vector_env  # noqa: E402

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


@pytest.mark.parametrize("mask", ["observation", "rllib", "method"])
@pytest.mark.parametrize("mode", list(AutoresetMode))
def test_the_checkers_have_nothing_to_say_of_any_mask(mask: str, mode: AutoresetMode) -> None:
    check_vector_env(lambda: VectorEnv("2048", 5, autoreset_mode=mode, max_steps=25, mask=mask), steps=60)
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        env = gymnasium.make("masume/2048-v0", disable_env_checker=True, mask=mask)
        check_env(env.unwrapped, skip_render_check=True)


@pytest.mark.parametrize("mask", ["info", "observation", "rllib", "method"])
def test_a_mask_is_told_in_one_way_alone(mask: str) -> None:
    env, many = Env("2048", mask=mask), VectorEnv("2048", 3, mask=mask)
    for made, shape in ((env, (4,)), (many, (3, 4))):
        seen, infos = made.reset(seed=10)
        told = {"info": infos, "observation": seen, "rllib": seen}.get(mask, {})
        assert ("action_mask" in infos) == (mask == "info") and (not isinstance(seen, dict) or "action_mask" in seen)
        masks = made.action_masks()
        assert masks.dtype == bool and masks.shape == shape
        assert np.array_equal(masks.reshape(-1, 4), masume.Batch("2048", masks.size // 4, seed=10).mask())
        if told:
            assert np.array_equal(told["action_mask"], masks)
            assert told["action_mask"].dtype == (np.float32 if mask == "rllib" else np.int8)
    with pytest.raises(ValueError, match="mask"):
        Env("2048", mask="elsewhere")  # type: ignore[arg-type]


def is_equal(one: Any, other: Any) -> bool:
    """True if two observations are."""
    if isinstance(one, dict):
        return one.keys() == other.keys() and all(is_equal(one[key], other[key]) for key in one)
    return np.array_equal(one, other) and one.dtype == other.dtype


@pytest.mark.parametrize("mask", ["info", "observation"])
@pytest.mark.parametrize("mode", [AutoresetMode.NEXT_STEP, AutoresetMode.SAME_STEP])
@pytest.mark.parametrize("name", ["2048", "samegame", "robots", "sokoban"])
def test_many_at_once_are_as_many_one_by_one(name: str, mode: AutoresetMode, mask: str) -> None:
    many = VectorEnv(name, 6, autoreset_mode=mode, max_steps=30, mask=mask)
    single = SyncVectorEnv([lambda: Env(name, max_steps=30, mask=mask)] * 6, autoreset_mode=mode)
    rng = np.random.default_rng(3)
    (seen, infos), (other, others) = many.reset(seed=17), single.reset(seed=17)
    for _ in range(80):
        assert is_equal(seen, other) and ("action_mask" in infos) == ("action_mask" in others) == (mask == "info")
        legal = many.action_masks()
        if mask == "info":
            assert np.array_equal(infos["action_mask"], others["action_mask"])
        actions = np.array([rng.choice(np.flatnonzero(row)) if row.any() else 0 for row in legal])
        (seen, *told, infos), (other, *told_others, others) = many.step(actions), single.step(actions)
        for array, of_other in zip(told, told_others):
            assert np.array_equal(array, of_other) and array.dtype == of_other.dtype
        assert ("final_obs" in infos) == ("final_obs" in others)
        if "final_obs" in infos:
            assert np.array_equal(infos["_final_obs"], others["_final_obs"])
            for place in np.flatnonzero(infos["_final_obs"]):
                assert is_equal(infos["final_obs"][place], others["final_obs"][place])


def test_seeds_of_any_size_are_taken() -> None:
    large = [1 << 63, 3, (1 << 64) - 1]
    many = VectorEnv("2048", 3)
    seen, _ = many.reset(seed=large)
    for place, seed in enumerate(large):
        alone, _ = Env("2048").reset(seed=seed)
        assert np.array_equal(seen[place], alone)
    with pytest.raises(ValueError, match="seed"):
        many.reset(seed=[1, 2, -1])


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


@pytest.mark.parametrize("dtype", [np.uint8, np.uint64, np.int8, ">i2"])
def test_actions_of_any_width_are_taken_where_games_are_over_too(dtype: Any) -> None:
    many, twin = (VectorEnv("2048", 4, max_steps=3) for _ in range(2))
    many.reset(seed=1), twin.reset(seed=1)
    for _ in range(9):
        assert is_equal(many.step(np.zeros(4, dtype))[0], twin.step(np.zeros(4, np.int64))[0])


def test_what_is_no_action_is_an_exception_or_not_legal() -> None:
    for action in (1.9, np.float32(1), "1", None, [1], float("nan")):
        env = Env("2048")
        env.reset(seed=1)
        with pytest.raises(TypeError):
            env.step(action)
    # On a board of a batch -1 does nothing; here it is as any other number that is no action.
    for action in (-1, 4, 1 << 40):
        one, many = Env("2048", illegal="lose"), VectorEnv("2048", 1, illegal="lose")
        one.reset(seed=1), many.reset(seed=1)
        assert one.step(action)[1:3] == (-1.0, True)
        assert [it[0] for it in many.step([action])[1:3]] == [-1.0, True]
        env = Env("2048", illegal="raise")
        env.reset(seed=1)
        with pytest.raises(masume.IllegalActionError):
            env.step(action)


@pytest.mark.parametrize(
    "settings",
    [
        {"illegal": "maybe"},
        {"channels": "middle"},
        {"render_mode": "human"},
        {"max_steps": 0},
        {"max_steps": 2.5},
    ],
)
def test_what_no_environment_can_be_made_with_is_refused_at_once(settings: dict[str, Any]) -> None:
    with pytest.raises((TypeError, ValueError)):
        Env("2048", **settings)
    with pytest.raises((TypeError, ValueError)):
        VectorEnv("2048", 2, **settings)


def test_a_game_that_cannot_go_on_is_over_or_truncated() -> None:
    env = Env(STUCK)
    env.reset(seed=1)
    assert [env.step(cell)[2:4] for cell in range(3)] == [(False, False)] * 2 + [(False, True)]
    many = VectorEnv(STUCK, 2, autoreset_mode="SameStep")
    many.reset(seed=1)
    for cell in range(3):
        seen, _, terminated, truncated, infos = many.step([cell, cell])
    assert not terminated.any() and truncated.all() and infos["_final_obs"].all() and not seen.any()
    # What is over stays so, whatever is tried.
    env = Env(STUCK, illegal="lose")
    env.reset(seed=1)
    assert [env.step(0)[1:4] for _ in range(3)] == [(0.0, False, False), (-1.0, True, False), (0.0, True, False)]


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


def test_boards_are_painted_without_a_screen() -> None:
    env = gymnasium.make("masume/2048-v0", render_mode="rgb_array")
    env.reset(seed=1)
    before = env.render()
    assert isinstance(before, np.ndarray) and before.dtype == np.uint8 and before.shape == (192, 192, 3)
    # Nothing lies on most cells, which look alike, and the tiles look otherwise.
    looks = {before[y : y + 48, x : x + 48].tobytes() for y in range(0, 192, 48) for x in range(0, 192, 48)}
    assert 2 <= len(looks) <= 9
    env.step(int(np.flatnonzero(env.unwrapped.action_masks())[0]))
    assert not np.array_equal(before, env.render())
    many = VectorEnv("2048", 3, render_mode="rgb_array")
    many.reset(seed=1)
    shown = many.render()
    assert shown is not None and len(shown) == 3 and np.array_equal(shown[0], before)
    assert Env("2048").render_mode is None
    state = masume.Game("samegame").start(seed=1)
    assert masume.pixels(state, side=8).shape == (8 * state.rows, 8 * state.columns, 3)
    assert max(masume.pixels(state, side=65_535).shape) <= 4096
    for side in (0, -1, 1 << 16):
        with pytest.raises((ValueError, OverflowError)):
            masume.pixels(state, side=side)
