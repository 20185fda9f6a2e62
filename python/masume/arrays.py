"""Arrays of what one state shows, and the checks of arrays and words that callers bring."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from operator import index
from typing import Any

import numpy as np
from numpy.typing import NDArray

from masume._masume import Game, State


@lru_cache(maxsize=256)
def observation_shape(game: Game, channels: str) -> tuple[int, int, int]:
    """Shape of an observation: channels, rows and columns, or the channels last."""
    check_word(channels, ("first", "last"), "channels")
    count, rows, columns = game.observation_spec["shape"]
    return (count, rows, columns) if channels == "first" else (rows, columns, count)


def observe(
    state: State, player: int | None = None, *, dtype: str = "uint8", channels: str = "first"
) -> NDArray[Any]:
    """Sight of a player, as planes: ``game.observation_spec`` says what each channel is."""
    seen = np.frombuffer(state._observe(player, dtype, channels), dtype)
    return seen.reshape(observation_shape(state.game, channels))


def cells(state: State) -> NDArray[np.int64]:
    """Content of each cell, rows from above.

    0 is nothing; a cell with a number holds it; pieces are numbered from 1 in the order of the game's text.
    """
    return np.frombuffer(state._cells(), np.int64).reshape(state.rows, state.columns)


def pixels(state: State, *, side: int = 48) -> NDArray[np.uint8]:
    """The board as a picture, indexed [row, column, colour], with cells of so many pixels each way.

    It is never more than 4096 pixels high or wide: cells of larger boards are smaller.
    """
    width, height, colours = state._pixels(side)
    return np.frombuffer(colours, np.uint8).reshape(height, width, 3)


def rendered(state: State, mode: str | None) -> str | NDArray[np.uint8] | None:
    """The board in a render mode of Gymnasium and PettingZoo; nothing where none is asked for."""
    if mode == "rgb_array":
        return pixels(state)
    return str(state) if mode == "ansi" else None


RENDER_MODES = ["ansi", "rgb_array"]
"""The render modes that there are."""


def check_word(given: Any, known: Sequence[str], what: str) -> None:
    """Refuses what is none of these words."""
    if given not in known:
        raise ValueError(f"`{what}` is {' or '.join(f'`{it}`' for it in known)}; there is {given!r}")


def check_frame(max_steps: int | None, render_mode: str | None) -> None:
    """Refuses what no environment can be made with, before anything is played."""
    if max_steps is not None and index(max_steps) < 1:
        raise ValueError(f"`max_steps` is 1 at least; there is {max_steps}")
    if render_mode is not None:
        check_word(render_mode, RENDER_MODES, "render_mode")


def whole_numbers(given: Any, boards: int, what: str) -> NDArray[np.int64]:
    """Whole numbers, one for each board, in a row: nothing is rounded."""
    array = np.asarray(given)
    if array.dtype.kind not in "iu":
        raise TypeError(f"{what} are whole numbers; there is an array of {array.dtype}")
    if array.shape != (boards,):
        raise ValueError(f"{what} have the shape {array.shape}; expected {(boards,)}, one for each board")
    if array.dtype == np.uint64 and array.size and int(array.max()) > np.iinfo(np.int64).max:
        raise ValueError(f"{what} are too large")
    return np.ascontiguousarray(array, np.int64)


def truths(given: Any, shape: tuple[int, ...], what: str) -> NDArray[np.bool_]:
    """Truth values of this shape, as ``bool`` or as whole numbers of 0 and 1."""
    array = np.asarray(given)
    if array.dtype.kind not in "biu":
        raise TypeError(f"{what} is an array of bool; there is one of {array.dtype}")
    if array.shape != shape:
        raise ValueError(f"{what} has the shape {array.shape}; expected {shape}")
    if array.dtype.kind != "b" and array.size and not ((array == 0) | (array == 1)).all():
        raise ValueError(f"{what} has other numbers than 0 and 1")
    return np.ascontiguousarray(array, np.bool_)


def into(made: NDArray[Any], out: NDArray[Any] | None) -> NDArray[Any]:
    """The caller's array, which `check_out` has seen, filled with what was made; without one what was made."""
    if out is None:
        return made
    np.copyto(out, made)
    return out


def check_out(out: Any, shape: tuple[int, ...], dtype: Any) -> None:
    """Refuses an array that cannot be filled with elements of a type in this shape; nothing is wrong with none.

    It comes before the work: what changes boards must not do so and then refuse.
    """
    if out is None:
        return
    dtype = np.dtype(dtype)
    if not isinstance(out, np.ndarray):
        raise TypeError("`out` must be an array")
    if out.dtype != dtype:
        raise TypeError(f"`out` is an array of {out.dtype}; expected {dtype}")
    if out.shape != shape:
        raise ValueError(f"`out` has the shape {out.shape}; expected {shape}")
    if not out.flags.writeable:
        raise ValueError("`out` cannot be written to")
