"""Every game of Masume as a fast environment: any grid game from its text.

>>> import masume
>>> game = masume.Game("2048")
>>> state = game.start(seed=7)
>>> state.legal_action_names
['slide left', 'slide right', 'slide down']
>>> state.apply("slide left").score()
0
"""

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
from masume.arrays import cells, observe
from masume.batch import Batch
from masume.play import Play

__all__ = [
    "Batch",
    "Game",
    "GameError",
    "IllegalActionError",
    "Play",
    "Playouts",
    "Ranked",
    "State",
    "Verdict",
    "__version__",
    "cells",
    "games",
    "observe",
    "register_envs",
]


def register_envs() -> None:
    """Registers every shipped game for one with Gymnasium, as ``masume/NAME-v0``."""
    from masume.gymnasium import register_envs as register

    register()
