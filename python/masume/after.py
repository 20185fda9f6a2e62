"""Everything that may come of every action in many states."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

import numpy as np
from numpy.typing import NDArray

from masume._masume import Game, State, _afterstates
from masume.arrays import observation_shape, observe
from masume.batch import Batch


@dataclass(frozen=True)
class Afterstates:
    """Outcomes of every action in each of several states, in the order of states, actions and choices of chance."""

    parents: NDArray[np.int64]
    """The place of the state in which it was done."""
    actions: NDArray[np.int64]
    """The number of what was done."""
    probabilities: NDArray[np.float64]
    """Probability of the outcome; those of one action in one state sum up to 1."""
    fractions: list[Fraction]
    """The same, exactly."""
    states: list[State]
    """The state that came of it."""
    game: Game
    """The game."""

    def __len__(self) -> int:
        return len(self.states)

    def observe(self, *, dtype: str = "uint8", channels: str = "first") -> NDArray[Any]:
        """Sight of every outcome, as ``observe`` of a batch."""
        # Where all is over there is nothing to be stacked.
        seen = np.zeros((len(self), *observation_shape(self.game, channels)), dtype)
        for place, state in enumerate(self.states):
            seen[place] = observe(state, dtype=dtype, channels=channels)
        return seen

    def expected(self, values: Any) -> tuple[NDArray[np.int64], NDArray[np.int64], NDArray[np.float64]]:
        """Mean of what each outcome is worth, for every action in every state: states, actions, values.

        >>> import masume, numpy as np
        >>> after = masume.afterstates([masume.Game("2048").start(seed=1)])
        >>> places, actions, gained = after.expected([state.score() for state in after.states])
        """
        worth = np.asarray(values, np.float64)
        if worth.shape != (len(self),):
            raise ValueError(f"there are values of the shape {worth.shape}; expected {(len(self),)}")
        keys = np.stack([self.parents, self.actions], axis=1)
        pairs, place = np.unique(keys, axis=0, return_inverse=True)
        sums = np.zeros(len(pairs))
        np.add.at(sums, place.reshape(-1), worth * self.probabilities)
        return pairs[:, 0], pairs[:, 1], sums


def afterstates(states: Iterable[State] | Batch, *, most: int = 100_000, threads: int = 1) -> Afterstates:
    """Everything that may come of every action in each of these states, or on every board of a batch.

    An action of which chance may make more than ``most`` is an error. States that are over have no actions.
    """
    if isinstance(states, Batch):
        asked = [states.state(board) for board in range(len(states))]
    else:
        asked = list(states)
    if not all(isinstance(state, State) for state in asked):
        raise TypeError("the outcomes of states are asked for")
    parents, actions, after, chances = _afterstates(asked, most, threads)
    fractions = [Fraction(*chance) for chance in chances]
    return Afterstates(
        np.frombuffer(parents, np.int64),
        np.frombuffer(actions, np.int64),
        np.array([float(chance) for chance in fractions], np.float64),
        fractions,
        after,
        asked[0].game,
    )
