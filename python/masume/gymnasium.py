"""Games for one as environments of Gymnasium, one at a time or thousands."""

from __future__ import annotations

from operator import index
from typing import Any, get_args

import gymnasium
import numpy as np
from gymnasium import spaces
from gymnasium.vector import AutoresetMode
from gymnasium.vector.utils import batch_space
from numpy.typing import NDArray

from masume._masume import Game, games
from masume.arrays import RENDER_MODES, check_frame, check_word, observation_shape, rendered, whole_numbers
from masume.batch import Batch, Illegal
from masume.masks import Mask, MaskForm

Observation = NDArray[Any] | dict[str, NDArray[Any]]


def _game_for_one(game: Game | str) -> Game:
    found = game if isinstance(game, Game) else Game(game)
    if found.num_players != 1:
        raise ValueError(f"{found.name} is a game of {found.num_players}: `masume.pettingzoo` has those")
    return found


class _OfBatch:
    """Parts that one environment and many have in common: the game, and its boards once ``reset`` has made them."""

    _game: Game
    _batch: Batch | None

    @property
    def game(self) -> Game:
        """The game."""
        return self._game

    def _begun(self) -> Batch:
        if self._batch is None:
            raise gymnasium.error.ResetNeeded("`reset` comes before anything else")
        return self._batch


class Env(_OfBatch, gymnasium.Env[Observation, np.int64]):
    """A game for one.

    The observation has a plane for each thing that a cell can hold (``game.observation_spec``). What is legal stands in
    ``info["action_mask"]``, or where ``mask`` says (``masume.masks.Mask``). The reward is by how much the points rise, or
    in a game without points 1 for a win and -1 for a loss. An action that is not legal does nothing, loses, or raises, as
    ``illegal`` says. A game in which nothing can be done, though it is not over, is truncated, as after ``max_steps``.
    ``reset(seed=s)`` begins the first game of the seed, ``reset()`` the next.
    """

    metadata: dict[str, Any] = {"render_modes": RENDER_MODES, "render_fps": 4}

    def __init__(
        self,
        game: Game | str,
        *,
        illegal: Illegal = "ignore",
        mask: Mask = "info",
        max_steps: int | None = None,
        channels: str = "first",
        render_mode: str | None = None,
    ) -> None:
        self._game = _game_for_one(game)
        check_word(illegal, get_args(Illegal), "illegal")
        check_frame(max_steps, render_mode)
        self._illegal: Illegal = illegal
        self._form = MaskForm(mask)
        self._max_steps = max_steps
        self._channels = channels
        self._batch = None
        self._steps = 0
        self.render_mode = render_mode
        self._shape = shape = observation_shape(self._game, channels)
        count = self._game.num_actions
        self.observation_space = self._form.space(shape, count)
        self.action_space = spaces.Discrete(count)

    def _seen(self, batch: Batch) -> tuple[Observation, dict[str, Any]]:
        seen = batch.observe(dtype=self._form.dtype, channels=self._channels)[0]
        mask = batch.mask("int8")[0]
        return self._form.observation(seen, mask), self._form.info(mask)

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[Observation, dict[str, Any]]:
        """Begins the first game of a seed, or the next game."""
        super().reset(seed=seed)
        if self._batch is None:
            first = int(self.np_random.integers(1 << 63)) if seed is None else seed
            self._batch = Batch(self._game, 1, seed=first)
        else:
            self._batch.reset(seed=seed)
        self._steps = 0
        return self._seen(self._batch)

    def step(self, action: Any) -> tuple[Observation, float, bool, bool, dict[str, Any]]:
        """Does an action, by number."""
        # One call for all of it: many calls for many boards, each with arrays of its own, cost more than the step.
        done = self._begun()._core.step_one(index(action), self._illegal, self._channels)
        reward, is_over, planes, legal = done
        self._steps += 1
        is_long = self._max_steps is not None and self._steps >= self._max_steps
        # Where nothing can be done the game is left, as one that is too long.
        is_left = not is_over and (is_long or 1 not in legal)
        seen: NDArray[Any] = np.ndarray(self._shape, np.uint8, planes)
        mask: NDArray[np.int8] = np.ndarray(len(legal), np.int8, legal)
        if self._form.dtype != "uint8":
            seen = seen.astype(self._form.dtype)
        return self._form.observation(seen, mask), reward, is_over, is_left, self._form.info(mask)

    def action_masks(self) -> NDArray[np.bool_]:
        """Legal actions now, as sb3-contrib asks for them."""
        mask: NDArray[np.bool_] = self._begun().mask()[0]
        return mask

    def render(self) -> Any:
        """The board as text with ``render_mode="ansi"``, as pixels with ``rgb_array``."""
        return rendered(self._begun().state(0), self.render_mode)


class VectorEnv(_OfBatch, gymnasium.vector.VectorEnv[Observation, NDArray[np.int64], NDArray[Any]]):
    """As many games for one as are asked for, in one call: each is played as ``Env`` plays it.

    Arrays are new in each step; with ``copy=False`` the planes are the same array, written anew.
    """

    metadata: dict[str, Any] = {"render_modes": RENDER_MODES, "render_fps": 4}

    def __init__(
        self,
        game: Game | str,
        num_envs: int = 1,
        *,
        autoreset_mode: AutoresetMode | str = AutoresetMode.NEXT_STEP,
        illegal: Illegal = "ignore",
        mask: Mask = "info",
        max_steps: int | None = None,
        channels: str = "first",
        threads: int = 1,
        copy: bool = True,
        render_mode: str | None = None,
    ) -> None:
        self._game = _game_for_one(game)
        check_word(illegal, get_args(Illegal), "illegal")
        check_frame(max_steps, render_mode)
        self.num_envs = num_envs
        self.autoreset_mode = AutoresetMode(autoreset_mode)
        self.metadata = {**self.metadata, "autoreset_mode": self.autoreset_mode}
        self.render_mode = render_mode
        self._illegal: Illegal = illegal
        self._form = MaskForm(mask)
        self._max_steps = max_steps
        self._channels = channels
        self._threads = threads
        self._batch = None
        self._steps = np.zeros(num_envs, np.int64)
        self._is_done = np.zeros(num_envs, np.bool_)
        shape, count = observation_shape(self._game, channels), self._game.num_actions
        self._out = None if copy else np.zeros((num_envs, *shape), self._form.dtype)
        self.single_observation_space = self._form.space(shape, count)
        self.single_action_space = spaces.Discrete(count)
        self.observation_space = batch_space(self.single_observation_space, num_envs)
        self.action_space = batch_space(self.single_action_space, num_envs)

    def _seen(self, batch: Batch) -> tuple[Observation, dict[str, Any]]:
        seen = batch.observe(dtype=self._form.dtype, channels=self._channels, out=self._out)
        mask = batch.mask("int8")
        return self._form.observation(seen, mask), self._told(mask, np.ones(self.num_envs, np.bool_))

    def _told(self, mask: NDArray[np.int8], which: NDArray[np.bool_]) -> dict[str, Any]:
        """Infos, with the environments of which they tell."""
        infos = self._form.info(mask)
        return infos | {f"_{key}": which.copy() for key in infos}

    def action_masks(self) -> NDArray[np.bool_]:
        """Legal actions now, indexed [environment, action]."""
        mask: NDArray[np.bool_] = self._begun().mask()
        return mask

    def _seeds(self, seed: int | list[int | None] | None) -> list[int] | int | None:
        if seed is None or isinstance(seed, (int, np.integer)):
            return None if seed is None else int(seed)
        if len(seed) != self.num_envs:
            raise ValueError(f"there are {len(seed)} seeds for {self.num_envs} environments")
        drawn = self.np_random.integers(1 << 63, size=self.num_envs)
        return [int(drawn[i]) if it is None else it for i, it in enumerate(seed)]

    def reset(
        self, *, seed: int | list[int | None] | None = None, options: dict[str, Any] | None = None
    ) -> tuple[Observation, dict[str, Any]]:
        """Begins all games, or those of ``options["reset_mask"]``; a list has a seed for each."""
        first = seed if isinstance(seed, (int, np.integer)) else None
        super().reset(seed=None if first is None else int(first))
        mask = (options or {}).get("reset_mask")
        if mask is not None and (not isinstance(mask, np.ndarray) or mask.dtype != np.bool_):
            raise TypeError("`reset_mask` is an array of bool")
        seeds = self._seeds(seed)
        if self._batch is None:
            begin = int(self.np_random.integers(1 << 63)) if seeds is None else seeds
            self._batch = Batch(self._game, self.num_envs, seed=begin, threads=self._threads)
        else:
            self._batch.reset(mask, seed=seeds)
        begun = np.ones(self.num_envs, np.bool_) if mask is None else mask
        self._steps[begun] = 0
        self._is_done[begun] = False
        return self._seen(self._batch)

    def step(
        self, actions: Any
    ) -> tuple[Observation, NDArray[np.float64], NDArray[np.bool_], NDArray[np.bool_], dict[str, Any]]:
        """Does an action in every game, by number."""
        batch, mode = self._begun(), self.autoreset_mode
        actions = whole_numbers(actions, self.num_envs, "actions")
        # What does nothing on a board of a batch is no action of an environment, and not legal.
        actions = np.where(actions < 0, self._game.num_actions, actions)
        pending = self._is_done
        if pending.any():
            if mode == AutoresetMode.DISABLED:
                raise gymnasium.error.ResetNeeded("games that are over are begun anew by `reset`")
            # What was done where a game is begun anew counts for nothing.
            actions = np.where(pending, -1, actions)
        paid, terminated = batch.step(actions, illegal=self._illegal)
        self._steps += 1
        if pending.any():
            batch.reset(pending)
            self._steps[pending] = 0
        truncated = ~batch.mask("bits").any(axis=1)
        if self._max_steps is not None:
            truncated |= self._steps >= self._max_steps
        truncated &= ~terminated
        done = terminated | truncated
        final: dict[str, Any] = {}
        if mode == AutoresetMode.SAME_STEP and done.any():
            final = self._final(batch, done)
            batch.reset(done)
            self._steps[done] = 0
            self._is_done = np.zeros(self.num_envs, np.bool_)
        else:
            self._is_done = done.copy()
        seen, infos = self._seen(batch)
        return seen, paid[:, 0].astype(np.float64), terminated, truncated, infos | final

    def _final(self, batch: Batch, done: NDArray[np.bool_]) -> dict[str, Any]:
        """Last sight of games that are begun anew, and what is told of them."""
        seen = batch.observe(dtype=self._form.dtype, channels=self._channels)
        mask = batch.mask("int8")
        last = np.full(self.num_envs, None, dtype=object)
        for place in np.flatnonzero(done):
            last[place] = self._form.observation(seen[place].copy(), mask[place].copy())
        mask[~done] = 0
        return {
            "final_obs": last,
            "_final_obs": done.copy(),
            "final_info": self._told(mask, done),
            "_final_info": done.copy(),
        }

    def render(self) -> tuple[Any, ...] | None:
        """The boards as texts with ``render_mode="ansi"``, as pixels with ``rgb_array``."""
        if self.render_mode is None:
            return None
        batch = self._begun()
        return tuple(rendered(batch.state(board), self.render_mode) for board in range(self.num_envs))


def register_envs() -> None:
    """Registers every shipped game for one as ``masume/NAME-v0``, for ``make`` and ``make_vec``."""
    for name in games():
        made = f"masume/{name}-v0"
        if made not in gymnasium.registry and Game(name).num_players == 1:
            gymnasium.register(
                id=made,
                entry_point="masume.gymnasium:Env",
                vector_entry_point="masume.gymnasium:VectorEnv",
                kwargs={"game": name},
            )
