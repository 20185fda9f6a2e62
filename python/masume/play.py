"""A game that is played: the words in which players of numbers ask, as in the protocol for programs."""

from __future__ import annotations

from typing import SupportsIndex

from masume._masume import Game, IllegalActionError, State


class Play:
    """One game that goes on: rows, columns, what a cell holds, the score, what can be done, and doing it.

    >>> import masume
    >>> play = masume.Play("2048", seed=10)
    >>> play.rows, play.columns, play.score, play.is_over
    (4, 4, 0, False)
    >>> play.do("slide up"), play.can("slide left")
    (False, True)
    """

    def __init__(self, game: Game | str, *, seed: int | None = None) -> None:
        self._game = game if isinstance(game, Game) else Game(game)
        self._states = [self._game.start(seed)]

    @property
    def state(self) -> State:
        """The state, which never changes itself."""
        return self._states[-1]

    @property
    def states(self) -> list[State]:
        """All states from the first on, which ``masume.plot`` shows."""
        return self._states[:]

    @property
    def rows(self) -> int:
        """Number of rows."""
        return self.state.rows

    @property
    def columns(self) -> int:
        """Number of columns."""
        return self.state.columns

    def cell(self, row: int, column: int) -> int:
        """Content of a cell: 0 is nothing; a cell with a number holds it; pieces are numbered from 1."""
        return self.state.cell(row, column)

    @property
    def score(self) -> int | None:
        """Points of who is to act; ``None`` in a game without."""
        return self.state.score()

    def can(self, action: SupportsIndex | str) -> bool:
        """True if this can be done."""
        return self.state.can(action)

    def do(self, action: SupportsIndex | str) -> bool:
        """Does it, if it can be done; says whether it was."""
        try:
            self._states.append(self.state.apply(action))
        except IllegalActionError:
            return False
        return True

    @property
    def is_over(self) -> bool:
        """True if the game is over."""
        return self.state.is_over
