"""Games of several, for environments that have an agent for each player."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from masume._masume import Game, State


class OfSeveral:
    """Parts that such environments have in common, whatever library they are for: the game, its state and the agents."""

    _game: Game
    _state: State
    _seed: int = 0
    _steps: int = 0
    _max_steps: int | None
    possible_agents: list[str]

    def _take(self, game: Game | str) -> None:
        """Takes a game, with an agent for each player, in the order of turn, such as ``black_0``."""
        self._game = game if isinstance(game, Game) else Game(game)
        if self._game.num_players < 2:
            raise ValueError(f"{self._game.name} is a game for one: `masume.gymnasium` has those")
        self.possible_agents = [f"{name or 'player'}_{i}" for i, name in enumerate(self._game.players)]

    def _begin(self, seed: int | None) -> None:
        """Begins the game of a seed, or of the next."""
        following = (self._seed + 1) % (1 << 64) if seed is None else seed
        self._state = self._game.start(following)
        self._seed, self._steps = following, 0

    def _is_cut_off(self) -> bool:
        """True if a game that is not over goes on no longer: it is too long, or nobody can do anything."""
        is_long = self._max_steps is not None and self._steps >= self._max_steps
        return is_long or not self._state.legal_actions

    @property
    def game(self) -> Game:
        """The game."""
        return self._game

    @property
    def current(self) -> State:
        """The state of the game, which never changes itself."""
        return self._state

    def _legal(self, acts: bool) -> NDArray[np.int8]:
        """Mask of an agent: none of its actions is legal while others act, nor once the game is over."""
        mask = np.zeros(self._game.num_actions, np.int8)
        if acts and not self._state.is_over:
            mask[self._state.legal_actions] = 1
        return mask
