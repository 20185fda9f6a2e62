"""Every game of Masume as a fast environment: any grid game from its text.

>>> import masume
>>> game = masume.Game("2048")
>>> state = game.start(seed=10)
>>> state.legal_action_names
['slide left', 'slide right', 'slide down']
>>> state.apply("slide left").score()
4
"""

from importlib import import_module
from typing import TYPE_CHECKING, Any

from masume._masume import (
    Game,
    GameError,
    IllegalActionError,
    Playouts,
    Ranked,
    State,
    Verdict,
    __version__,
    games,
)
from masume.play import Play

if TYPE_CHECKING:
    from masume.after import Afterstates, afterstates
    from masume.arrays import cells, observe, pixels
    from masume.batch import Batch
    from masume.board_symmetries import Symmetries, symmetries
    from masume.display import plot
    from masume.ntuples import NTuples, learn_ntuples
    from masume.tree_search import Found, Mcts, mcts

__all__ = [
    "Afterstates",
    "Batch",
    "Found",
    "Game",
    "GameError",
    "IllegalActionError",
    "Mcts",
    "NTuples",
    "Play",
    "Playouts",
    "Ranked",
    "State",
    "Symmetries",
    "Verdict",
    "__version__",
    "afterstates",
    "cells",
    "games",
    "learn_ntuples",
    "mcts",
    "observe",
    "pixels",
    "plot",
    "register_envs",
    "symmetries",
]

_LATE = {
    "Afterstates": "masume.after",
    "Batch": "masume.batch",
    "Found": "masume.tree_search",
    "Mcts": "masume.tree_search",
    "NTuples": "masume.ntuples",
    "Symmetries": "masume.board_symmetries",
    "afterstates": "masume.after",
    "cells": "masume.arrays",
    "learn_ntuples": "masume.ntuples",
    "mcts": "masume.tree_search",
    "observe": "masume.arrays",
    "pixels": "masume.arrays",
    "plot": "masume.display",
    "symmetries": "masume.board_symmetries",
}
"""Names that need NumPy, or are seldom wanted: loaded when asked for, since NumPy takes longer than all the rest."""


def __getattr__(name: str) -> Any:
    if name not in _LATE:
        raise AttributeError(f"module `masume` has no `{name}`")
    found = globals()[name] = getattr(import_module(_LATE[name]), name)
    return found


def __dir__() -> list[str]:
    return sorted({*globals(), *__all__})


def register_envs() -> None:
    """Registers every shipped game for one with Gymnasium, as ``masume/NAME-v0``."""
    from masume.gymnasium import register_envs as register

    register()
