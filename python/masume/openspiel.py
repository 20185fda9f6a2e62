"""Games without chance as games of OpenSpiel."""

from __future__ import annotations

from typing import Any

import numpy as np
import pyspiel  # type: ignore[import-not-found,unused-ignore]

from masume._masume import Game
from masume._masume import State as Position
from masume.arrays import observe

_UNBOUNDED = 1_000_000


def _short_name(game: Game) -> str:
    return "masume_" + "".join(it if it.isalnum() else "_" for it in game.name)


class _Observer:
    """Sight of every player, as a tensor: all of it, for nothing is hidden."""

    def __init__(self, game: Game, params: Any) -> None:
        if params:
            raise ValueError(f"there are no parameters of observations; there is {params}")
        shape = game.observation_spec["shape"]
        self.tensor = np.zeros(int(np.prod(shape)), np.float32)
        self.dict = {"observation": self.tensor.reshape(shape)}

    def set_from(self, state: Any, player: int) -> None:
        """Shows a state."""
        self.dict["observation"][...] = observe(state.position, dtype="float32")

    def string_from(self, state: Any, player: int) -> str:
        """The same as text."""
        return str(state)


class _State(pyspiel.State):  # type: ignore[misc]
    """A state on its way, which changes by what is done."""

    def __init__(self, game: Any, position: Position) -> None:
        super().__init__(game)
        self.position = position

    def current_player(self) -> int:
        """The player to act."""
        if self.is_terminal():
            return int(pyspiel.PlayerId.TERMINAL)
        return self.position.to_act

    def _legal_actions(self, player: int) -> list[int]:
        return self.position.legal_actions

    def _apply_action(self, action: int) -> None:
        self.position = self.position.apply(action)

    def _action_to_string(self, player: int, action: int) -> str:
        return self.position.action_name(action)

    def is_terminal(self) -> bool:
        """True if the game is over, or nobody can do anything."""
        return self.position.is_over or not self.position.legal_actions

    def returns(self) -> list[float]:
        """Results so far: of a game for one with points these."""
        score = self.position.score() if self.position.game.num_players == 1 else None
        return self.position.returns if score is None else [float(score)]

    def __str__(self) -> str:
        return self.position.to_text()


def _described(game: Game) -> tuple[Any, Any]:
    players = game.num_players
    kinds = pyspiel.GameType
    counts = players == 1 and game.has_score
    short_name = _short_name(game)
    described = kinds(
        short_name=short_name,
        long_name=game.title,
        dynamics=kinds.Dynamics.SEQUENTIAL,
        chance_mode=kinds.ChanceMode.DETERMINISTIC,
        information=kinds.Information.PERFECT_INFORMATION,
        utility=kinds.Utility.ZERO_SUM if players == 2 else kinds.Utility.GENERAL_SUM,
        reward_model=kinds.RewardModel.TERMINAL,
        max_num_players=players,
        min_num_players=players,
        provides_information_state_string=True,
        provides_information_state_tensor=False,
        provides_observation_string=True,
        provides_observation_tensor=True,
        parameter_specification={},
    )
    info = pyspiel.GameInfo(
        num_distinct_actions=game.num_actions,
        max_chance_outcomes=0,
        num_players=players,
        min_utility=-float(_UNBOUNDED) if counts else -1.0,
        max_utility=float(_UNBOUNDED) if counts else 1.0,
        utility_sum=0.0 if players == 2 else None,
        max_game_length=_UNBOUNDED,
    )
    return described, info


def register(game: Game | str) -> str:
    """Makes a game known to ``pyspiel.load_game`` under a name, which it gives."""
    found = game if isinstance(game, Game) else Game(game)
    if found.has_chance:
        raise ValueError(f"chance has a part in {found.name}: only games without are registered")
    described, info = _described(found)

    class Registered(pyspiel.Game):  # type: ignore[misc]
        """The game as OpenSpiel loads it."""

        def __init__(self, params: Any = None) -> None:
            super().__init__(described, info, params or {})

        def new_initial_state(self, state: Any = None) -> _State:
            """The start of the game."""
            return _State(self, found.start())

        def make_py_observer(self, iig_obs_type: Any = None, params: Any = None) -> Any:
            """An observer of states."""
            if iig_obs_type is None or (iig_obs_type.public_info and not iig_obs_type.perfect_recall):
                return _Observer(found, params)
            from open_spiel.python import observation  # type: ignore[import-untyped,unused-ignore]

            return observation.IIGObserverForPublicInfoGame(iig_obs_type, params)

    pyspiel.register_game(described, Registered)
    return _short_name(found)
