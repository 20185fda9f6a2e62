"""Values that are learnt by play from tuples of cells, for games for one such as 2048."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from os import PathLike, fspath
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from masume._masume import Game, State, Tuples

_ENDLESS = (1 << 64) - 1


@dataclass(frozen=True)
class Learnt:
    """Games that were learnt from."""

    moves: int
    """Actions done."""
    scores: NDArray[np.int64]
    """Points of every game that ended, in the order of their ends: at first those of the short ones. Of games that began in the
    middle of others with what those had earned."""


class NTuples:
    """Values of boards after an action, before chance has its part: the sum of a weight for each tuple of cells.

    A tuple is a list of cells, by their places in reading order; its images under the symmetries of the rules share its weights.
    Without ``tuples`` there are blocks of two rows everywhere, of six cells and of four where that fits into ``memory`` bytes.
    Weights are learnt by TD(0) from games in which what promises most is done, played on so many ``boards`` side by side;
    from so many actions of a game (``trail``) together, the last first, so that what came of it is known of each at once.
    Contents from ``largest`` on, counted among those that a cell can hold, are not told from each other: 15 is 32768 in 2048.
    Every board is worth ``value`` at first: what is more than can be earned has everything be tried once.

    >>> import masume
    >>> game = masume.Game("2048:3x3")
    >>> values = masume.NTuples(game, [[0, 1, 2], [3, 4, 5], [0, 1, 3, 4]], largest=9)
    >>> before = values.play(100).mean()
    >>> learnt = values.learn(moves=100_000)
    >>> bool(values.play(100).mean() > 1.5 * before)
    True
    >>> state = game.start(seed=1)
    >>> state = state.apply(values.choose(state))
    """

    def __init__(
        self,
        game: Game | str,
        tuples: Sequence[Sequence[int]] | None = None,
        *,
        largest: int = 15,
        value: float = 0.0,
        seed: int = 0,
        boards: int = 32,
        trail: int = 64,
        memory: int = 2 << 30,
    ) -> None:
        self._game = game if isinstance(game, Game) else Game(game)
        cells = None if tuples is None else [list(it) for it in tuples]
        self._core = Tuples(self._game, cells, (largest, float(value)), (seed, boards, trail), memory)

    def __repr__(self) -> str:
        return f"<masume.NTuples of {self._game.name!r}: {self.tuples}>"

    @property
    def game(self) -> Game:
        """The game."""
        return self._game

    @property
    def tuples(self) -> list[list[int]]:
        """The tuples."""
        return self._core.tuples

    def learn(
        self,
        *,
        moves: int | None = None,
        games: int | None = None,
        seconds: float | None = None,
        rate: float = 1.0,
        coherent: bool = True,
        trace: float = 0.5,
        restart: int = 256,
    ) -> Learnt:
        """Plays on and learns, until the first of these is reached: actions, games that ended, seconds.

        With ``coherent`` each weight has a rate of its own besides, the less the more its errors cancel out (temporal coherence);
        without, a ``rate`` of 0.1 is better. Of what an action is told, the share ``trace`` is what all later ones of its trail
        came to, and the rest what the next was thought to be worth (λ of TD(λ)). Behind a game of at least ``restart`` actions the
        next one begins in the middle of them, with other chance: what comes late in long games is learnt too seldom otherwise. With
        0 all begin at the start. What was learnt when Ctrl-C came is kept. The same seed and the same numbers of actions teach the
        same, in one call or in several.
        """
        if moves is None and games is None and seconds is None:
            raise ValueError("`moves`, `games` or `seconds` say when to end")
        budget = (_ENDLESS if moves is None else moves, _ENDLESS if games is None else games, seconds)
        done, scores = self._core.learn(budget, (rate, trace), coherent, restart)
        return Learnt(done, np.frombuffer(scores, np.int64))

    def play(self, games: int = 1, *, seed: int = 0, most_moves: int = 1_000_000) -> NDArray[np.int64]:
        """Points of so many games, of which nothing is learnt: each depends on its seed alone, which are counted from this on."""
        return np.frombuffer(self._core.play(games, seed, most_moves), np.int64)

    def choose(self, state: State) -> int | None:
        """The action that promises most, one ply deep, by its number; ``None`` where nothing can be done."""
        action = int(self.choose_all([state])[0][0])
        return None if action < 0 else action

    def value(self, state: State) -> float:
        """Points that are expected to come."""
        return float(self.choose_all([state])[1][0])

    def choose_all(self, states: Sequence[State]) -> tuple[NDArray[np.int64], NDArray[np.float32]]:
        """For each state the action that promises most, -1 where nothing can be done, and the points that are expected to come."""
        actions, values = self._core.choose(list(states))
        return np.frombuffer(actions, np.int64), np.frombuffer(values, np.float32)

    def _shapes(self) -> list[tuple[int, ...]]:
        return [(self._core.radix,) * len(it) for it in self.tuples]

    @property
    def weights(self) -> list[NDArray[np.float32]]:
        """Weights of each tuple, with an axis for each of its cells: indexed by what lies there, 0 where nothing does."""
        of_tuples = zip(self._core.weights(), self._shapes(), strict=True)
        return [np.frombuffer(it, np.float32).reshape(shape) for it, shape in of_tuples]

    @weights.setter
    def weights(self, given: Sequence[Any]) -> None:
        shapes = self._shapes()
        arrays = [np.asarray(it) for it in given]
        if [it.shape for it in arrays] != shapes:
            raise ValueError(f"weights have the shapes {[it.shape for it in arrays]}; expected {shapes}")
        if not all(it.dtype.kind in "fiu" for it in arrays):
            raise TypeError("weights are numbers")
        for place, array in enumerate(arrays):
            with np.errstate(over="ignore"):
                self._core.put_weights(place, np.ascontiguousarray(array, np.float32).tobytes())

    def to_bytes(self) -> bytes:
        """All that was learnt, with the fingerprint of the rules; games that are being played are left out."""
        return self._core.to_bytes()

    @classmethod
    def from_bytes(cls, game: Game | str, kept: bytes, *, memory: int = 2 << 30) -> NTuples:
        """Values that ``to_bytes`` gave, of the same game on a board of the same size."""
        made = cls.__new__(cls)
        made._game = game if isinstance(game, Game) else Game(game)
        made._core = Tuples.from_bytes(made._game, kept, memory)
        return made

    def __reduce__(self) -> tuple[Any, ...]:
        return _read, (self._game, self.to_bytes())

    def save(self, path: str | PathLike[str]) -> None:
        """Writes ``to_bytes`` to a file."""
        Path(fspath(path)).write_bytes(self.to_bytes())

    @classmethod
    def load(cls, game: Game | str, path: str | PathLike[str], *, memory: int = 2 << 30) -> NTuples:
        """Reads what ``save`` wrote."""
        return cls.from_bytes(game, Path(fspath(path)).read_bytes(), memory=memory)


def _read(game: Game, kept: bytes) -> NTuples:
    # What was made once may be made again.
    return NTuples.from_bytes(game, kept, memory=1 << 62)


def learn_ntuples(
    game: Game | str,
    tuples: Sequence[Sequence[int]] | None = None,
    *,
    moves: int | None = None,
    games: int | None = None,
    seconds: float | None = None,
    rate: float = 1.0,
    coherent: bool = True,
    trace: float = 0.5,
    restart: int = 256,
    **settings: Any,
) -> NTuples:
    """Learns the values of the boards of a game for one by play: `NTuples` and its ``learn`` say how."""
    values = NTuples(game, tuples, **settings)
    values.learn(moves=moves, games=games, seconds=seconds, rate=rate, coherent=coherent, trace=trace, restart=restart)
    return values
