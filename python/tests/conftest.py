"""Parts that tests share."""

import pytest

import masume

NIM = """game Nim
board 3 x 1
players alice bob
pieces
  thing: stone

start
  any -> stone

action take at c
  at c: stone -> _

win when no stone
"""


# It is never over, and after three actions nothing can be done.
STUCK = """game Stuck
board 3 x 1
pieces
  thing: stone

action put at c
  at c: empty -> stone
"""


@pytest.fixture
def nim() -> masume.Game:
    """A game for two in which the last of three stones wins."""
    return masume.Game(NIM)


def small(name: str) -> masume.Game:
    """A shipped game, on a board on which a random game is short."""
    sizes = {"go": (5, 5), "gomoku": (7, 7), "hex": (5, 5), "life": (8, 8), "shisen-sho": (8, 6)}
    return masume.Game(name, size=sizes.get(name))
