"""Thousands of boards of one game, a call for all of them."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial
from math import prod
from operator import index
from typing import Any, Literal

import numpy as np
from numpy.typing import NDArray

from masume._masume import Core, Game, State
from masume.arrays import check_out, into, observation_shape, truths, whole_numbers

Autoreset = Literal["disabled", "same_step", "next_step"]
Illegal = Literal["raise", "lose", "ignore"]
_SEEDS = 1 << 64


def _seeds(given: int | Sequence[int] | NDArray[Any], boards: int) -> bytes:
    """A seed for each board: those that are given, or so many from one on."""
    refused = "a seed is a number from 0 to below 2 ** 64"
    if isinstance(given, (int, np.integer)):
        first = int(given)
        if not 0 <= first < _SEEDS:
            raise ValueError(refused)
        with np.errstate(over="ignore"):
            return (np.uint64(first) + np.arange(boards, dtype=np.uint64)).tobytes()
    # An array made of a list would round numbers from 2 ** 63 on.
    numbers = given.tolist() if isinstance(given, np.ndarray) else given
    if len(numbers) != boards:
        raise ValueError(f"there are {len(numbers)} seeds; expected {boards}, one for each board")
    if any(isinstance(it, bool) or not isinstance(it, (int, np.integer)) for it in numbers):
        raise TypeError(refused)
    if not all(0 <= it < _SEEDS for it in numbers):
        raise ValueError(refused)
    return np.array(numbers, np.uint64).tobytes()


class Batch:
    """Boards of one game that are played at once, each with a seed of its own.

    What happens on a board depends on its seed and on what is done there, and on nothing else: not on how many boards
    there are, nor on threads. Every array that a call gives is new; one that is passed as ``out`` is filled instead.
    """

    def __init__(
        self,
        game: Game | str,
        size: int,
        *,
        seed: int | Sequence[int] | NDArray[Any] = 0,
        threads: int = 1,
    ) -> None:
        self._game = game if isinstance(game, Game) else Game(game)
        size = index(size)
        if size < 1:
            raise ValueError("a batch has one board at least")
        self._core = Core(self._game, _seeds(seed, size), threads)
        self._size = size
        self._players = self._game.num_players
        self._shapes = {it: (size, *observation_shape(self._game, it)) for it in ("first", "last")}

    def __len__(self) -> int:
        return self._size

    def __repr__(self) -> str:
        return f"<masume.Batch of {self._size} boards of {self._game.name!r}>"

    @property
    def game(self) -> Game:
        """The game."""
        return self._game

    @property
    def threads(self) -> int:
        """Threads that work on the boards; 0 asks for as many as there are cores."""
        return self._core.threads

    def step(
        self,
        actions: Any,
        *,
        autoreset: Autoreset = "disabled",
        illegal: Illegal = "raise",
        rewards: NDArray[np.float32] | None = None,
        terminated: NDArray[np.bool_] | None = None,
    ) -> tuple[NDArray[np.float32], NDArray[np.bool_]]:
        """Does an action on every board, by number; -1 does nothing there.

        Gives the rewards, indexed [board, player], and on which boards the game ended. In a game for one with points
        the reward is by how much they rose; in others it is the result when the game ends, from -1 to 1.

        What is not legal is refused before anything is done (``illegal="raise"``), loses (``"lose"``) or is not done
        (``"ignore"``). A game that is over is begun anew in the same step (``autoreset="same_step"``; ``last`` tells
        what was seen then), in place of the next step (``"next_step"``), or by ``reset`` (``"disabled"``).
        """
        check_out(rewards, (self._size, self._players), np.float32)
        check_out(terminated, (self._size,), np.bool_)
        done = whole_numbers(actions, self._size, "actions").tobytes()
        paid, ended = self._core.step(done, autoreset, illegal)
        results = np.frombuffer(paid, np.float32).reshape(self._size, self._players)
        return into(results, rewards), into(np.frombuffer(ended, np.bool_), terminated)

    def last(self) -> tuple[NDArray[np.int64], NDArray[np.uint8], NDArray[np.int64]]:
        """Last sight of games that were over and begun anew in the last step.

        Gives the boards, what was observed there (``uint8``, channels first), and the points, indexed [place, player].
        """
        places, seen, scores = self._core.last()
        boards = np.frombuffer(places, np.int64)
        shape = (len(boards), *self._shapes["first"][1:])
        points = np.frombuffer(scores, np.int64).reshape(len(boards), self._core.points)
        return boards, np.frombuffer(seen, np.uint8).reshape(shape), points

    def observe(
        self, *, dtype: str = "uint8", channels: str = "first", out: NDArray[Any] | None = None
    ) -> NDArray[Any]:
        """Sight of every board, indexed [board, channel, row, column], or with the channels last."""
        if out is not None:
            of_board = observation_shape(self._game, channels)
            return self._fill(out, of_board, dtype, partial(self._core.observe, dtype, channels))
        seen = np.frombuffer(self._core.observe(dtype, channels), dtype)
        return seen.reshape(self._shapes[channels])

    def _fill(
        self,
        out: NDArray[Any],
        of_board: tuple[int, ...],
        dtype: Any,
        piece: Callable[[int], bytearray],
    ) -> NDArray[Any]:
        """The caller's array, filled piece by piece: what was just made is copied faster than all of it in the end."""
        check_out(out, (self._size, *of_board), dtype)
        first, length = 0, prod(of_board)
        while first < self._size and length > 0:
            made: NDArray[Any] = np.frombuffer(piece(first), dtype)
            boards = made.size // length
            out[first : first + boards] = made.reshape(boards, *of_board)
            first += boards
        return out

    def mask(
        self, kind: Literal["bool", "int8", "bits"] = "bool", *, out: NDArray[Any] | None = None
    ) -> NDArray[Any]:
        """The legal actions of every board, indexed [board, action]; none where the game is over.

        Of ``bits``, bit i of the 64-bit word w is action 64 * w + i.
        """
        if kind not in ("bool", "int8", "bits"):
            raise ValueError("a mask is of `bool`, `int8` or `bits`")
        dtype: Any = {"bool": np.bool_, "int8": np.int8, "bits": np.uint64}[kind]
        is_packed, count = kind == "bits", self._game.num_actions
        if out is not None:
            of_board = (-(-count // 64) if is_packed else count,)
            return self._fill(out, of_board, dtype, partial(self._core.mask, is_packed))
        made: NDArray[Any] = np.frombuffer(self._core.mask(is_packed), dtype)
        return made.reshape(self._size, -1)

    def sample(self, mask: Any = None, *, out: NDArray[np.int64] | None = None) -> NDArray[np.int64]:
        """Draws an action for every board, from a generator of its own: each legal one as likely as any other, or each
        that a mask has; -1 where there is none."""
        check_out(out, (self._size,), np.int64)
        given = None
        if mask is not None:
            given = truths(mask, (self._size, self._game.num_actions), "the mask").tobytes()
        return into(np.frombuffer(self._core.sample(given), np.int64), out)

    def reset(
        self, where: Any = None, *, seed: int | Sequence[int] | NDArray[Any] | None = None
    ) -> None:
        """Begins the next episode of all boards, or of those where this is true.

        A seed, or one for each board, begins the episodes of these boards from the first anew.
        """
        chosen = None if where is None else truths(where, (self._size,), "`where`").tobytes()
        self._core.reset(chosen, None if seed is None else _seeds(seed, self._size))

    @property
    def terminated(self) -> NDArray[np.bool_]:
        """Truth for each board whose game is over."""
        return np.frombuffer(self._core.terminated(), np.bool_)

    @property
    def winners(self) -> NDArray[np.int64]:
        """Winner on each board, from 0; -1 for nobody."""
        return np.frombuffer(self._core.winners(), np.int64)

    @property
    def to_act(self) -> NDArray[np.int64]:
        """The player to act on each board, from 0."""
        return np.frombuffer(self._core.to_act(), np.int64)

    @property
    def plies(self) -> NDArray[np.int64]:
        """Actions done on each board in this episode."""
        return np.frombuffer(self._core.plies(), np.int64)

    @property
    def episodes(self) -> NDArray[np.int64]:
        """The number of the episode on each board, from 0."""
        return np.frombuffer(self._core.episodes(), np.int64)

    @property
    def scores(self) -> NDArray[np.int64]:
        """Points, indexed [board, player]; of no player in a game without."""
        return np.frombuffer(self._core.scores(), np.int64).reshape(self._size, self._core.points)

    def state(self, board: int) -> State:
        """The state of a board."""
        return self._core.state(board)

    def put(self, board: int, state: State) -> None:
        """Puts a state of the game on a board."""
        self._core.put(board, state)
