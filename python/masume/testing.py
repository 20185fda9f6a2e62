"""A check of any vector environment: Gymnasium has one for single environments alone."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import gymnasium
import numpy as np
from gymnasium.vector import AutoresetMode

Vector = gymnasium.vector.VectorEnv[Any, Any, Any]


def check_vector_env(make: Callable[[], Vector], *, steps: int = 200, seed: int = 7) -> None:
    """Checks what vector environments promise: spaces, seeds, autoreset, masks, and arrays that stay as they were.

    ``make`` gives a new environment each time. An ``AssertionError`` says what does not hold.
    """
    _check_spaces(make, steps, seed)
    _check_seeds(make, steps, seed)
    _check_arrays(make, steps, seed)
    _check_autoreset(make, steps, seed)


def _actions(env: Vector, seen: Any, infos: dict[str, Any], rng: np.random.Generator) -> Any:
    """An action for each environment: a legal one, where it is told which are."""
    mask = infos.get("action_mask")
    if mask is None and isinstance(seen, dict):
        mask = seen.get("action_mask")
    if mask is None or not isinstance(env.single_action_space, gymnasium.spaces.Discrete):
        return env.action_space.sample()
    drawn = [rng.choice(np.flatnonzero(row)) if row.any() else 0 for row in mask]
    return np.array(drawn, env.action_space.dtype)


def _check_spaces(make: Callable[[], Vector], steps: int, seed: int) -> None:
    env, rng = make(), np.random.default_rng(seed)
    count = env.num_envs
    seen, infos = env.reset(seed=seed)
    assert env.observation_space.contains(seen), "what `reset` gives is not in the observation space"
    for _ in range(steps):
        if env.metadata.get("autoreset_mode") == AutoresetMode.DISABLED:
            break
        seen, rewards, terminated, truncated, infos = env.step(_actions(env, seen, infos, rng))
        assert env.observation_space.contains(seen), "what `step` gives is not in the observation space"
        assert rewards.shape == (count,), f"rewards have the shape {rewards.shape}; expected {(count,)}"
        assert np.isfinite(rewards).all(), "a reward is no finite number"
        for name, flags in (("terminations", terminated), ("truncations", truncated)):
            assert flags.shape == (count,), f"{name} have the shape {flags.shape}; expected {(count,)}"
            assert flags.dtype == np.bool_, f"{name} are of {flags.dtype}; expected bool"
        mask = infos.get("action_mask")
        if mask is not None:
            assert len(mask) == count, "there is not a mask for each environment"
    env.close()


def _copied(told: Any) -> Any:
    """A copy of an array, or of a dictionary of some."""
    return {key: np.copy(it) for key, it in told.items()} if isinstance(told, dict) else np.copy(told)


def _are_equal(one: Any, other: Any) -> bool:
    if isinstance(one, dict):
        return one.keys() == other.keys() and all(np.array_equal(one[key], other[key]) for key in one)
    return np.array_equal(one, other)


def _play(env: Vector, steps: int, seed: int) -> list[Any]:
    rng = np.random.default_rng(seed)
    env.action_space.seed(seed)
    seen, infos = env.reset(seed=seed)
    told: list[Any] = [_copied(seen)]
    for _ in range(steps):
        seen, rewards, terminated, truncated, infos = env.step(_actions(env, seen, infos, rng))
        told += [_copied(it) for it in (seen, rewards, terminated, truncated)]
        if env.metadata.get("autoreset_mode") == AutoresetMode.DISABLED:
            done = terminated | truncated
            if done.any():
                seen, infos = env.reset(options={"reset_mask": done})
                told.append(_copied(seen))
    return told


def _check_seeds(make: Callable[[], Vector], steps: int, seed: int) -> None:
    one, other = make(), make()
    first, second = _play(one, steps, seed), _play(other, steps, seed)
    assert all(_are_equal(a, b) for a, b in zip(first, second)), "the same seed gives another play"
    again = _play(one, steps, seed)
    assert all(_are_equal(a, b) for a, b in zip(first, again)), "a second `reset` with the seed gives another play"
    one.close()
    other.close()


def _check_arrays(make: Callable[[], Vector], steps: int, seed: int) -> None:
    env, rng = make(), np.random.default_rng(seed)
    seen, infos = env.reset(seed=seed)
    kept: list[tuple[Any, Any]] = [(seen, _copied(seen))]
    for _ in range(min(steps, 50)):
        given = _actions(env, seen, infos, rng)
        before = np.copy(given)
        seen, rewards, terminated, truncated, infos = env.step(given)
        assert np.array_equal(given, before), "`step` has changed the actions"
        arrays = (seen, rewards, terminated, truncated)
        kept += [(array, _copied(array)) for array in arrays]
        if (terminated | truncated).any() and env.metadata.get("autoreset_mode") == AutoresetMode.DISABLED:
            break
    assert all(_are_equal(array, copy) for array, copy in kept), "a later call has changed an array"
    env.close()


def _check_autoreset(make: Callable[[], Vector], steps: int, seed: int) -> None:
    env, rng = make(), np.random.default_rng(seed)
    mode = env.metadata.get("autoreset_mode")
    assert isinstance(mode, AutoresetMode), "`metadata` does not say the autoreset mode"
    seen, infos = env.reset(seed=seed)
    before = np.zeros(env.num_envs, np.bool_)
    for _ in range(steps):
        seen, rewards, terminated, truncated, infos = env.step(_actions(env, seen, infos, rng))
        done = terminated | truncated
        if mode == AutoresetMode.NEXT_STEP:
            assert not done[before].any(), "a game that is begun anew is over in the same step"
            assert not rewards[before].any(), "there is a reward for a step that begins a game anew"
            assert "final_obs" not in infos, "`final_obs` belongs to the mode that resets in the same step"
        elif mode == AutoresetMode.SAME_STEP:
            assert done.any() == ("final_obs" in infos), "`final_obs` is there where games end, and nowhere else"
            if done.any():
                assert np.array_equal(infos["_final_obs"], done), "`_final_obs` does not say where games ended"
                for place in np.flatnonzero(done):
                    last = infos["final_obs"][place]
                    assert env.single_observation_space.contains(last), "a final observation is in no space"
        elif done.any():
            seen, infos = env.reset(options={"reset_mask": done})
            continue
        before = done
    env.close()
