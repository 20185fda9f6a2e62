"""Games of OpenSpiel: any game, with every outcome of chance as an action of its own."""

from __future__ import annotations

from fractions import Fraction
from hashlib import sha256
from typing import Any, NamedTuple

import numpy as np
import pyspiel  # type: ignore[import-not-found,unused-ignore]

from masume._masume import Game
from masume._masume import State as Position
from masume.arrays import observe

_UNBOUNDED = 1_000_000


class _Bounds(NamedTuple):
    """Bounds that OpenSpiel wants of a game."""

    seed: int
    max_plies: int
    max_outcomes: int


def _short_name(game: Game, bounds: _Bounds) -> str:
    """A name that no game has with other rules, another start or other bounds: OpenSpiel keeps the last of a name."""
    start = game.start(bounds.seed).to_bytes()
    digest = sha256(start + repr(tuple(bounds)).encode()).hexdigest()[:8]
    return "masume_" + "".join(it if it.isalnum() else "_" for it in game.name) + f"_{digest}"


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


class _State(pyspiel.State):  # type: ignore[misc,unused-ignore]
    """A state on its way, which changes by what is done."""

    def __init__(self, game: Any, position: Position, bounds: _Bounds) -> None:
        super().__init__(game)
        self.position = position
        self._bounds = bounds
        # Of an action whose outcome chance has yet to decide: its number, and the outcomes.
        self._chance: tuple[int, list[tuple[Position, Fraction]]] | None = None
        self._paid = self.returns()

    def current_player(self) -> int:
        """The player to act, or chance."""
        if self.is_terminal():
            return int(pyspiel.PlayerId.TERMINAL)
        return self.position.to_act if self._chance is None else int(pyspiel.PlayerId.CHANCE)

    def chance_outcomes(self) -> list[tuple[int, float]]:
        """Outcomes of chance now: places in ``State.chance_outcomes``, with probabilities."""
        return [] if self._chance is None else [(i, float(it)) for i, (_, it) in enumerate(self._chance[1])]

    def _legal_actions(self, player: int) -> list[int]:
        return self.position.legal_actions if self._chance is None else list(range(len(self._chance[1])))

    def _apply_action(self, action: int) -> None:
        self._paid = self.returns()
        if self._chance is not None:
            self.position, self._chance = self._chance[1][action][0], None
        elif self.position.game.has_chance_in_play:
            outcomes = self.position.chance_outcomes(action, most=self._bounds.max_outcomes)
            if len(outcomes) == 1:
                self.position = outcomes[0][0]
            else:
                self._chance = (action, outcomes)
        else:
            self.position = self.position.apply(action)

    def _action_to_string(self, player: int, action: int) -> str:
        return self.position.action_name(action) if self._chance is None else f"outcome {action}"

    def is_terminal(self) -> bool:
        """True if the game is over, nobody can do anything, or it is cut off."""
        if self._chance is not None:
            return False
        position = self.position
        return position.is_over or position.ply >= self._bounds.max_plies or not position.legal_actions

    def returns(self) -> list[float]:
        """Results so far: of a game for one with points these."""
        score = self.position.score() if self.position.game.num_players == 1 else None
        return self.position.returns if score is None else [float(score)]

    def rewards(self) -> list[float]:
        """By how much the last action changed the results."""
        return [now - before for now, before in zip(self.returns(), self._paid)]

    def __str__(self) -> str:
        text = self.position.to_text()
        return text if self._chance is None else f"{text}\nthen {self._chance[0]}, and chance"


def _described(game: Game, bounds: _Bounds) -> tuple[Any, Any]:
    players = game.num_players
    kinds = pyspiel.GameType
    counts = players == 1 and game.has_score
    modes = kinds.ChanceMode
    described = kinds(
        short_name=_short_name(game, bounds),
        long_name=game.title,
        dynamics=kinds.Dynamics.SEQUENTIAL,
        chance_mode=modes.EXPLICIT_STOCHASTIC if game.has_chance_in_play else modes.DETERMINISTIC,
        information=kinds.Information.PERFECT_INFORMATION,
        utility=kinds.Utility.ZERO_SUM if players == 2 else kinds.Utility.GENERAL_SUM,
        reward_model=kinds.RewardModel.REWARDS if counts else kinds.RewardModel.TERMINAL,
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
        max_chance_outcomes=bounds.max_outcomes if game.has_chance_in_play else 0,
        num_players=players,
        min_utility=-float(_UNBOUNDED) if counts else -1.0,
        max_utility=float(_UNBOUNDED) if counts else 1.0,
        utility_sum=0.0 if players == 2 else None,
        max_game_length=bounds.max_plies,
    )
    return described, info


def register(
    game: Game | str, *, seed: int = 0, max_plies: int = _UNBOUNDED, max_outcomes: int = 1_000
) -> str:
    """Makes a game known to ``pyspiel.load_game`` under a name, which it gives.

    A set-up by chance is that of the seed; chance in play is a node of OpenSpiel's, of ``max_outcomes`` at most. A game
    that goes on for ``max_plies`` is left as it is.
    """
    found = game if isinstance(game, Game) else Game(game)
    bounds = _Bounds(seed, max_plies, max_outcomes)
    described, info = _described(found, bounds)

    class Registered(pyspiel.Game):  # type: ignore[misc,unused-ignore]
        """The game as OpenSpiel loads it."""

        def __init__(self, params: Any = None) -> None:
            super().__init__(described, info, params or {})

        def new_initial_state(self, state: Any = None) -> _State:
            """The start of the game."""
            return _State(self, found.start(seed), bounds)

        def make_py_observer(self, iig_obs_type: Any = None, params: Any = None) -> Any:
            """An observer of states."""
            if iig_obs_type is None or (iig_obs_type.public_info and not iig_obs_type.perfect_recall):
                return _Observer(found, params)
            from open_spiel.python import observation  # type: ignore[import-not-found,import-untyped,unused-ignore]

            return observation.IIGObserverForPublicInfoGame(iig_obs_type, params)

    pyspiel.register_game(described, Registered)
    return str(described.short_name)
