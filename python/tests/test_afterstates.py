"""Everything that may come of every action."""

import numpy as np
import pytest
from conftest import small

import masume

NAMES = [name for name in masume.games() if name not in ("robots", "robots-bsd")]


@pytest.mark.parametrize("name", NAMES)
def test_outcomes_of_a_batch_are_those_of_its_states(name: str) -> None:
    batch = masume.Batch(small(name), 3, seed=4)
    for _ in range(3):
        batch.step(batch.sample())
    after = masume.afterstates(batch)
    expected = []
    for board in range(3):
        state = batch.state(board)
        for action in state.legal_actions:
            expected += [(board, action, *it) for it in state.chance_outcomes(action)]
    found = list(zip(after.parents.tolist(), after.actions.tolist(), after.states, after.fractions))
    assert found == expected and len(after) == len(expected)
    assert np.array_equal(after.probabilities, [float(it) for it in after.fractions])


def test_probabilities_sum_up_and_weigh() -> None:
    states = [masume.Game("2048").start(seed=seed) for seed in range(20)]
    after = masume.afterstates(states, threads=3)
    places, actions, sums = after.expected(np.ones(len(after)))
    assert np.allclose(sums, 1) and len(sums) == sum(len(state.legal_actions) for state in states)
    assert [(int(p), int(a)) for p, a in zip(places, actions)] == [
        (place, action) for place, state in enumerate(states) for action in state.legal_actions
    ]
    gained = after.expected([state.score() for state in after.states])[2]
    # Points of a slide do not depend on chance.
    expected = [states[p].apply(int(a)).score() for p, a in zip(places, actions)]
    assert np.allclose(gained, expected)
    alone = masume.afterstates(states)
    assert alone.states == after.states and np.array_equal(alone.parents, after.parents)
    assert np.array_equal(after.observe()[5], masume.observe(after.states[5]))


def test_what_cannot_be_asked_is_an_exception() -> None:
    game = masume.Game("2048")
    with pytest.raises(ValueError):
        masume.afterstates([])
    with pytest.raises(ValueError):
        masume.afterstates([game.start(), masume.Game("othello").start()])
    with pytest.raises(ValueError):
        masume.afterstates([game.start(), masume.Game("2048:5x3").start()])
    with pytest.raises(TypeError):
        masume.afterstates(["2048"])
    with pytest.raises(masume.GameError):
        masume.afterstates([game.start()], most=2)
    with pytest.raises(OverflowError):
        masume.afterstates([game.start()], most=-1)
    with pytest.raises(ValueError):
        masume.afterstates([game.start()]).expected([1.0])
    over = masume.Game("tic-tac-toe").start()
    for action in (0, 3, 1, 4, 2):
        over = over.apply(action)
    nothing = masume.afterstates([over])
    assert len(nothing) == 0 and nothing.game == over.game
    assert nothing.observe().shape == (0, *masume.observe(over).shape)
    assert nothing.observe(dtype="float32", channels="last").dtype == np.float32
    assert [len(it) for it in nothing.expected([])] == [0, 0, 0]
    with pytest.raises(ValueError):
        nothing.observe(channels="middle")
