"""Symmetries that the rules of a game are proved to keep."""

from __future__ import annotations

from functools import lru_cache
from typing import Any

import numpy as np
from numpy.typing import NDArray

from masume._masume import Game, State
from masume.arrays import check_word


class Symmetries:
    """The ways to lay the board of a game on itself so that the game goes on alike, the identity first.

    They are found in the text of the rules: what can be done on an image is the image of what can be done, chance included,
    and both end alike. So a network may be shown any image in place of a board, with the image of what it should say.

    ``cells[s, i]`` is the cell, in reading order, that cell i of the image by the symmetry s shows; ``actions[s, a]`` is the
    action that action a is there.

    >>> import masume
    >>> all_of = masume.symmetries(masume.Game("connect-four"))
    >>> all_of.names
    ['identity', 'mirror columns']
    >>> all_of.actions[1].tolist()
    [6, 5, 4, 3, 2, 1, 0]
    """

    def __init__(self, game: Game) -> None:
        found = game._symmetries()
        self._game = game
        self.names: list[str] = [name for name, _, _ in found]
        self.cells: NDArray[np.int64] = np.stack([np.frombuffer(it, np.int64) for _, it, _ in found])
        self.actions: NDArray[np.int64] = np.stack([np.frombuffer(it, np.int64) for _, _, it in found])
        self.cells.flags.writeable = self.actions.flags.writeable = False

    def __len__(self) -> int:
        return len(self.names)

    def __repr__(self) -> str:
        return f"<masume.Symmetries of {self._game.name!r}: {', '.join(self.names)}>"

    def observations(
        self, seen: NDArray[Any], which: int | NDArray[np.integer[Any]], *, channels: str = "first"
    ) -> NDArray[Any]:
        """Images of observations, indexed [..., channel, row, column], or with the channels last.

        By one symmetry, or by one for each place of the first axis.
        """
        check_word(channels, ("first", "last"), "channels")
        rows, columns = self._game.size
        board = seen.shape[-2:] if channels == "first" else seen.shape[-3:-1]
        if seen.ndim < 3 or board != (rows, columns):
            raise ValueError(f"observations have the shape {seen.shape}; their boards are {rows} x {columns}")
        if channels == "first":
            flat = seen.reshape(*seen.shape[:-2], rows * columns)
            return self._taken(flat, self.cells, which, -1).reshape(seen.shape)
        flat = seen.reshape(*seen.shape[:-3], rows * columns, seen.shape[-1])
        return self._taken(flat, self.cells, which, -2).reshape(seen.shape)

    def policies(self, given: NDArray[Any], which: int | NDArray[np.integer[Any]]) -> NDArray[Any]:
        """Images of what is said of each action, indexed [..., action]: masks, priors, visits."""
        if given.ndim < 1 or given.shape[-1] != self.actions.shape[1]:
            raise ValueError(f"the last axis of {given.shape} has not {self.actions.shape[1]} actions")
        return self._taken(given, self.actions, which, -1)

    def state(self, state: State, which: int) -> State:
        """Image of a state."""
        # However it was set up: the same rules on a board of the same size.
        if (state.game.fingerprint, state.game.size) != (self._game.fingerprint, self._game.size):
            raise ValueError("the state is of another game")
        return state._image(which)

    def _taken(
        self, of: NDArray[Any], sources: NDArray[np.int64], which: Any, axis: int
    ) -> NDArray[Any]:
        chosen = np.asarray(which)
        if chosen.dtype.kind not in "iu":
            raise TypeError(f"symmetries are told by whole numbers; there is an array of {chosen.dtype}")
        if chosen.size and not ((chosen >= 0) & (chosen < len(self))).all():
            raise IndexError(f"there are {len(self)} symmetries")
        if chosen.ndim == 0:
            image: NDArray[Any] = np.take(of, sources[chosen], axis=axis)
            return image
        if chosen.shape != of.shape[:1] or of.ndim + axis == 0:
            raise ValueError(f"there are symmetries of the shape {chosen.shape} for {of.shape[:1]}")
        shape = [1] * of.ndim
        shape[0], shape[axis] = len(chosen), sources.shape[1]
        return np.take_along_axis(of, sources[chosen].reshape(shape), axis=axis)


@lru_cache(maxsize=64)
def symmetries(game: Game) -> Symmetries:
    """The symmetries that the rules of a game keep on its board."""
    return Symmetries(game)
