"""Tree search that a network guides: many games at once, and a call of the network for the leaves of all of them."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from masume._masume import Game, State, Trees
from masume.arrays import observation_shape, whole_numbers
from masume.batch import _seeds

Evaluate = Callable[[NDArray[Any], NDArray[np.bool_]], tuple[Any, Any]]
"""Says of leaves what they are worth.

It is given what is observed, indexed [leaf, channel, row, column], and the legal actions, indexed [leaf, action]. It gives
priors, indexed [leaf, action]: shares from 0 on, whose sum over the legal actions need not be 1; and values: of who acts,
indexed [leaf], or of each player, indexed [leaf, player]: the result to be expected from -1 to 1, or in a game for one with
points those to come.
"""


@dataclass(frozen=True)
class Found:
    """Findings of a search about each game."""

    visits: NDArray[np.int64]
    """Number of tries of each action, indexed [game, action]. Those of actions that are proven to be worse count for the best."""
    values: NDArray[np.float32]
    """Value to who is to act: exact where it is proven."""
    actions: NDArray[np.int64]
    """The action that was chosen; -1 where nothing can be done."""

    @property
    def policies(self) -> NDArray[np.float32]:
        """Visits as shares; of a game that is over none."""
        sums = np.maximum(self.visits.sum(axis=1, keepdims=True), 1)
        shares: NDArray[np.float32] = (self.visits / sums).astype(np.float32)
        return shares


class Mcts:
    """Search trees of games that go on, which a function of yours guides.

    The trees are grown by PUCT. ``evaluate`` is called once for the leaves of all games together, and is asked about a state
    once in a run, however many games and ways come to it. Where chance has a part in what comes of an action it is drawn anew
    each time, from generators of the search. Ends of games count as they are, and so does what they prove of the states before
    them: a proven win is played, and what is proven to be worse is tried no more. What is found depends on the seeds and on
    what ``evaluate`` says, and not on how many games are searched together, nor on threads. Another function may be put in its
    place; what is known already was said by the one before.

    >>> import numpy as np, masume
    >>> def evaluate(planes, masks):
    ...     return masks.astype(np.float32), np.zeros(len(planes), np.float32)
    >>> search = masume.Mcts(masume.Game("tic-tac-toe").start(), evaluate)
    >>> found = search.run(200)
    >>> int(found.visits.sum())
    200
    >>> search.advance(found.actions)
    >>> search.states[0].ply
    1
    """

    def __init__(
        self,
        games: Game | State | Sequence[State],
        evaluate: Evaluate,
        *,
        seed: int | Sequence[int] | NDArray[Any] = 0,
        threads: int = 1,
        leaves: int = 1,
        exploration: float = 1.25,
        memory: int = 1 << 30,
        dtype: str = "float32",
        channels: str = "first",
    ) -> None:
        """Begins trees of these states, or of the start of a game.

        ``leaves`` of one tree wait at once, all of them different: more make waves larger, and the search a little worse.
        ``exploration`` is the weight of priors beside values. No tree grows beyond its share of ``memory`` bytes.
        """
        if isinstance(games, Game):
            games = games.start()
        states = [games] if isinstance(games, State) else list(games)
        if not states:
            raise ValueError("one state at least is searched")
        if not all(isinstance(state, State) for state in states):
            raise TypeError("a search is of a `Game`, a `State`, or several states")
        self._game = states[0].game
        settings = (leaves, float(exploration), memory)
        self._trees = Trees(self._game, states, _seeds(seed, len(states)), threads, settings)
        self.evaluate = evaluate
        self._count = len(states)
        self._form = (dtype, channels)
        self._shape = observation_shape(self._game, channels)

    def __len__(self) -> int:
        return self._count

    @property
    def game(self) -> Game:
        """The game."""
        return self._game

    @property
    def states(self) -> list[State]:
        """The state of each game."""
        return self._trees.states()

    @property
    def memory(self) -> int:
        """Bytes that the trees take."""
        return self._trees.bytes

    def run(
        self,
        simulations: int,
        *,
        temperature: float | NDArray[Any] = 0.0,
        noise: float = 0.0,
        concentration: float = 1.0,
    ) -> Found:
        """Does so many more simulations in each tree.

        The action that was tried most is chosen; with a temperature above 0, one for all or one for each game, it is drawn, the
        likelier the more it was tried. ``noise`` is the share, in the priors of each root, of numbers from a Dirichlet
        distribution of this concentration.
        """
        warmth = np.broadcast_to(np.asarray(temperature, np.float64), (self._count,))
        if not (np.isfinite(warmth) & (warmth >= 0)).all():
            raise ValueError("a temperature is a number from 0 on")
        self._trees.begin(simulations, noise, concentration)
        while True:
            count, planes, masks = self._trees.gather(*self._form)
            if count == 0:
                break
            seen = np.frombuffer(planes, self._form[0]).reshape(count, *self._shape)
            legal = np.frombuffer(masks, np.bool_).reshape(count, -1)
            priors, values = self.evaluate(seen, legal)
            self._trees.answer(
                _floats(priors, [(count, legal.shape[1])], "priors"),
                _floats(values, [(count,), (count, self._game.num_players)], "values"),
            )
        visits, worth, actions = self._trees.found(np.ascontiguousarray(warmth).tobytes())
        return Found(
            np.frombuffer(visits, np.int64).reshape(self._count, -1),
            np.frombuffer(worth, np.float32),
            np.frombuffer(actions, np.int64),
        )

    def advance(self, actions: Any) -> None:
        """Does an action in each game, by number; -1 does nothing there. What is known of what comes of it is kept."""
        self._trees.advance(whole_numbers(actions, self._count, "actions").tobytes())

    def put(self, game: int, state: State) -> None:
        """Puts a state in the place of a game, by its place."""
        self._trees.put(game, state)


def mcts(
    games: Game | State | Sequence[State],
    evaluate: Evaluate,
    *,
    simulations: int = 800,
    temperature: float | NDArray[Any] = 0.0,
    noise: float = 0.0,
    concentration: float = 1.0,
    **settings: Any,
) -> Found:
    """Searches states, or the start of a game, once: `Mcts` keeps the trees for the next action."""
    search = Mcts(games, evaluate, **settings)
    return search.run(simulations, temperature=temperature, noise=noise, concentration=concentration)


def _floats(given: Any, shapes: list[tuple[int, ...]], what: str) -> bytes:
    """32-bit numbers of one of these shapes, all of them finite."""
    array = np.asarray(given)
    if array.dtype.kind not in "fiub":
        raise TypeError(f"{what} are numbers; there is an array of {array.dtype}")
    if array.shape not in shapes:
        expected = " or ".join(map(str, dict.fromkeys(shapes)))
        raise ValueError(f"{what} have the shape {array.shape}; expected {expected}")
    with np.errstate(over="ignore"):
        single = np.ascontiguousarray(array, np.float32)
    if not np.isfinite(single).all():
        raise ValueError(f"{what} have something that is no finite number")
    return single.tobytes()
