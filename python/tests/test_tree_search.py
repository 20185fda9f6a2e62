"""Tree search that a function guides."""

import os
import signal
import threading
import time

import numpy as np
import pytest

import masume


TABLE = np.random.default_rng(1).random(1021).astype(np.float32)


def unknown(planes: np.ndarray, masks: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """Knows nothing of any state."""
    return masks.astype(np.float32), np.zeros(len(planes), np.float32)


def hashed(planes: np.ndarray, masks: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """Says something of each state that follows from what is seen of it, one by one."""
    weights = np.arange(planes[0].size) * 7919 % 1021
    sums = (planes.reshape(len(planes), -1) != 0) @ weights
    priors = TABLE[(sums[:, None] + 13 * np.arange(masks.shape[1])) % len(TABLE)]
    return priors, 2 * TABLE[sums % len(TABLE)] - 1


def played(name: str, plies: int, seed: int = 3) -> list[masume.State]:
    """States of random games."""
    batch = masume.Batch(name, 12, seed=seed)
    for _ in range(plies):
        batch.step(batch.sample())
    return [batch.state(board) for board in range(12)]


def exact(state: masume.State) -> float:
    """Value to who acts if nobody errs."""
    if state.is_over:
        return state.returns[state.to_act]
    return max(-exact(state.apply(action)) for action in state.legal_actions)


def test_what_is_tried_most_is_best_where_ends_are_near() -> None:
    states = [state for state in played("tic-tac-toe", 4) if not state.is_over]
    found = masume.mcts(states, unknown, simulations=2_000)
    for state, action, value, visits in zip(states, found.actions, found.values, found.visits):
        best = exact(state)
        assert -exact(state.apply(int(action))) == best
        assert abs(value - best) < 0.25
        assert visits.sum() == 2_000 and set(np.flatnonzero(visits)) <= set(state.legal_actions)


def test_a_win_at_once_is_found_and_a_threat_is_met() -> None:
    game = masume.Game("connect-four")
    state = game.start()
    for column in (0, 6, 1, 6, 2, 5):
        state = state.apply(column)
    found = masume.mcts(state, unknown, simulations=100)
    assert found.actions[0] == 3 and found.values[0] == 1 and found.visits[0, 3] == 100
    threatened = state.apply(5)
    assert masume.mcts(threatened, unknown, simulations=400).actions[0] == 3


@pytest.mark.parametrize("name", ["connect-four", "othello", "2048", "amazons", "tic-tac-toe", "robots"])
def test_what_is_found_depends_on_seeds_alone(name: str) -> None:
    states = played(name, 3)
    settings = {"simulations": 60, "noise": 0.25, "temperature": 1.0}
    together = masume.mcts(states, hashed, seed=range(12), **settings)
    for other in (
        masume.mcts(states, hashed, seed=range(12), threads=3, **settings),
        masume.mcts(states, hashed, seed=range(12), threads=0, channels="first", dtype="float32", **settings),
    ):
        assert np.array_equal(other.visits, together.visits)
        assert np.array_equal(other.values, together.values)
        assert np.array_equal(other.actions, together.actions)
    alone = masume.mcts(states[5], hashed, seed=[5], **settings)
    assert np.array_equal(alone.visits[0], together.visits[5]) and alone.actions[0] == together.actions[5]
    if not all(state.is_over for state in states):
        noisy = masume.mcts(states, hashed, seed=range(100, 112), **settings)
        assert not np.array_equal(noisy.visits, together.visits)


@pytest.mark.parametrize("leaves", [1, 2, 7, 64])
def test_leaves_of_a_wave_are_different(leaves: int) -> None:
    waves = []

    def evaluate(planes: np.ndarray, masks: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
        waves.append(planes.reshape(len(planes), -1).copy())
        return unknown(planes, masks)

    found = masume.mcts(masume.Game("connect-four"), evaluate, simulations=300, leaves=leaves)
    assert found.visits.sum() == 300
    assert max(map(len, waves)) <= leaves
    # The start, and then what comes of it: no more than can be done, and each once.
    assert len(waves[0]) == 1 and len(waves[1]) == min(leaves, 7)
    assert len(np.unique(waves[1], axis=0)) == len(waves[1])
    assert leaves == 1 or max(map(len, waves[2:])) > 1


def test_every_leaf_is_asked_about_once() -> None:
    asked: list[bytes] = []

    def evaluate(planes: np.ndarray, masks: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
        asked.extend(plane.tobytes() for plane in planes)
        assert planes.flags.c_contiguous and planes.dtype == np.float32 and masks.dtype == np.bool_
        assert masks.any(axis=1).all()
        return unknown(planes, masks)

    search = masume.Mcts(masume.Game("othello"), evaluate, seed=4)
    search.run(50)
    # The root and 50 ways from there, of which few come to the same state.
    assert len(asked) == len(set(asked)) and 40 < len(asked) <= 51
    # What is known is kept when the game goes on: the root is not asked about again.
    found = search.run(0)
    kept = found.visits[0, found.actions[0]]
    search.advance(found.actions)
    assert search.run(0).visits.sum() == kept - 1
    first = len(asked)
    assert search.run(10).visits.sum() == kept + 9
    assert 5 < len(asked) - first <= 10
    assert masume.observe(search.states[0]).astype(np.float32).tobytes() not in asked[first:]


def test_trees_go_on_with_their_games() -> None:
    game = masume.Game("2048")
    search = masume.Mcts([game.start(seed=seed) for seed in range(4)], hashed, seed=1)
    states = search.states
    for _ in range(15):
        actions = search.run(12).actions
        search.advance(actions)
        # What chance decides in the game is what it decides in the state.
        states = [state.apply(int(action)) for state, action in zip(states, actions)]
        assert search.states == states
    before = search.states
    search.advance([-1] * 4)
    assert search.states == before
    search.put(2, game.start(seed=9))
    assert search.states[2] == game.start(seed=9) and search.states[1] == before[1]
    assert search.run(5).visits.sum(axis=1)[2] == 5


def test_passes_and_turns_of_the_same_player_are_played() -> None:
    game = masume.Game("othello", size=(4, 4))
    states, passed = [game.start()], 0
    search = masume.Mcts(states, hashed, seed=2)
    while not search.states[0].is_over:
        state = search.states[0]
        found = search.run(40)
        assert found.actions[0] in state.legal_actions
        passed += state.legal_actions == [game.pass_action]
        search.advance(found.actions)
    found = search.run(40)
    assert found.actions.tolist() == [-1] and not found.visits.any()
    assert found.values[0] == search.states[0].returns[search.states[0].to_act]


def test_values_are_of_who_acts_or_of_each_player() -> None:
    def of_each(planes: np.ndarray, masks: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
        priors, values = hashed(planes, masks)
        second = planes[:, -1, 0, 0] == 1
        first = np.where(second, -values, values)
        return priors, np.stack([first, -first], axis=1)

    states = played("amazons", 2)[:4]
    one = masume.mcts(states, hashed, simulations=50)
    other = masume.mcts(states, of_each, simulations=50)
    assert np.array_equal(one.visits, other.visits) and np.array_equal(one.values, other.values)


def test_three_players_each_look_at_their_own_value() -> None:
    game = masume.Game(
        "game Three\nboard 3 x 1\nplayers ann ben cat\n\npieces\n  thing: stone\n\n"
        "action put at c\n  at c: _ -> stone\n\nwin when no [no stone]\n"
    )
    found = masume.mcts(game, lambda planes, masks: (masks, np.zeros((len(planes), 3))), simulations=200)
    # The third stone wins, whatever is done.
    assert found.values[0] < -0.9
    with pytest.raises(ValueError, match="each player"):
        masume.mcts(game, unknown, simulations=2)


def test_points_to_come_are_counted() -> None:
    # One of the heaps is worth more, and only one can be taken.
    game = masume.Game(
        "game Heaps\nvalue taken\nboard 3 x 1\npieces\n  heap: number 1 to 9\n\n"
        "start\n  [column = 1] -> 3\n  [column = 2] -> 7\n  [column = 3] -> 5\n\n"
        "action take at c\n  at c: n -> _, score += n\n\nend when count heap < 3\n"
    )
    found = masume.mcts(game, unknown, simulations=300)
    assert found.actions[0] == 1 and found.visits[0, 1] == 300 and found.values[0] == 7
    # Where nothing is gained, it is worth what it is worth later.
    state = masume.Game("2048").start(seed=1)
    found = masume.mcts(state, lambda planes, masks: (masks, np.full(len(planes), 100)), simulations=100)
    assert 95 < found.values[0] < 125


@pytest.mark.parametrize("leaves", [1, 4])
def test_a_state_is_asked_about_once_in_a_run(leaves: int) -> None:
    asked: list[bytes] = []

    def counted(planes: np.ndarray, masks: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
        asked.extend(plane.tobytes() for plane in planes)
        return hashed(planes, masks)

    start = masume.Game("connect-four").start()
    search = masume.Mcts([start, start.apply(3), start], counted, seed=range(3), leaves=leaves)
    found = search.run(300)
    # All that is of a state is seen of it: who acts, and every disc.
    assert len(asked) == len(set(asked)) < 700
    # It is as if each had been asked about alone.
    for place, state in enumerate([start, start.apply(3), start]):
        alone = masume.mcts(state, hashed, seed=[place], leaves=leaves, simulations=300)
        assert np.array_equal(alone.visits[0], found.visits[place]) and alone.values[0] == found.values[place]
    # Who says it may have learnt since.
    count = len(asked)
    search.run(300)
    assert len(asked) > count


def test_a_bound_of_memory_is_kept() -> None:
    search = masume.Mcts(masume.Game("othello"), unknown, memory=400_000)
    found = search.run(100_000)
    assert 100 < found.visits.sum() < 100_000 and search.memory < 500_000


def test_answers_that_are_none_are_exceptions() -> None:
    search = masume.Mcts(masume.Game("connect-four").start(), unknown)
    expected = search.run(40)

    def wrong(priors: object, values: object) -> masume.Mcts:
        def evaluate(planes: np.ndarray, masks: np.ndarray) -> tuple[object, object]:
            return (
                priors(masks) if callable(priors) else priors,
                values(planes) if callable(values) else values,
            )

        return masume.Mcts(masume.Game("connect-four").start(), evaluate)

    def right(masks: np.ndarray) -> np.ndarray:
        return masks.astype(np.float32)

    def zeros(planes: np.ndarray) -> np.ndarray:
        return np.zeros(len(planes))

    for priors, values in [
        (lambda masks: np.full(masks.shape, np.nan), zeros),
        (lambda masks: np.full(masks.shape, np.inf), zeros),
        (lambda masks: np.full(masks.shape, 1e39), zeros),
        (lambda masks: -right(masks), zeros),
        (lambda masks: right(masks)[:, :-1], zeros),
        (lambda masks: right(masks).T, zeros),
        (right, lambda planes: np.full(len(planes), np.nan)),
        (right, lambda planes: np.zeros((len(planes), 3))),
        (right, lambda planes: np.zeros((len(planes), 1))),
        (right, 0.0),
    ]:
        with pytest.raises(ValueError):
            wrong(priors, values).run(10)
    for priors, values in [(right, "no"), (lambda masks: masks.astype(complex), zeros), (None, zeros)]:
        with pytest.raises(TypeError):
            wrong(priors, values).run(10)

    # Other orders and types are read as they are.
    def strided(planes: np.ndarray, masks: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
        wide = np.zeros((masks.shape[1], 2 * len(masks)), np.float64)
        wide[:, ::-2] = masks.T
        return wide[:, ::-2].T, np.zeros(2 * len(planes), np.int8)[::-2]

    found = masume.mcts(masume.Game("connect-four").start(), strided, simulations=40)
    assert np.array_equal(found.visits, expected.visits)


def test_a_function_that_raises_or_keeps_arrays_does_no_harm() -> None:
    kept, calls = [], 0

    def evaluate(planes: np.ndarray, masks: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
        nonlocal calls
        calls += 1
        if calls == 20:
            raise RuntimeError("the network is out")
        kept.append((planes, planes.copy(), masks, masks.copy()))
        answer = unknown(planes, masks)
        kept.append((answer[0], answer[0].copy(), masks, masks.copy()))
        return answer

    search = masume.Mcts(masume.Game("connect-four").start(), evaluate, leaves=4)
    with pytest.raises(RuntimeError, match="out"):
        search.run(400)
    found = search.run(100)
    assert found.visits.sum() >= 100
    for one, copy, other, other_copy in kept:
        assert np.array_equal(one, copy) and np.array_equal(other, other_copy)
    again = search.run(0).visits
    for one, _, other, _ in kept:
        one.fill(1)
        other.fill(False)
    assert np.array_equal(search.run(0).visits, again)


def test_what_cannot_be_searched_is_an_exception() -> None:
    game = masume.Game("connect-four")
    state = game.start()
    for games in ([], [state, masume.Game("othello").start()], [masume.Game("connect-four", size=(5, 5)).start(), state]):
        with pytest.raises(ValueError):
            masume.Mcts(games, unknown)
    with pytest.raises(TypeError):
        masume.Mcts(["connect-four"], unknown)
    for settings in ({"leaves": 0}, {"exploration": float("nan")}, {"exploration": -1.0}, {"seed": [1, 2]}):
        with pytest.raises(ValueError):
            masume.Mcts(state, unknown, **settings)
    for settings in ({"leaves": -1}, {"memory": -1}, {"threads": -1}):
        with pytest.raises(OverflowError):
            masume.Mcts(state, unknown, **settings)
    search = masume.Mcts(state, unknown)
    for settings in ({"noise": 1.5}, {"noise": float("nan")}, {"concentration": 0.0}, {"temperature": -1.0}):
        with pytest.raises(ValueError):
            search.run(4, **settings)
    with pytest.raises(ValueError):
        search.run(4, temperature=np.zeros(3))
    with pytest.raises(OverflowError):
        search.run(-1)
    search.advance([3])
    before = search.states
    for actions in ([7], [-2], [1 << 40]):
        with pytest.raises(masume.IllegalActionError):
            search.advance(actions)
    for actions in ([0.5], ["3"]):
        with pytest.raises(TypeError):
            search.advance(actions)
    with pytest.raises(ValueError):
        search.advance([1, 2])
    with pytest.raises(IndexError):
        search.put(1, state)
    with pytest.raises(ValueError):
        search.put(0, masume.Game("othello").start())
    assert search.states == before


def test_nothing_is_done_where_one_action_is_not_legal() -> None:
    search = masume.Mcts([masume.Game("tic-tac-toe").start()] * 3, unknown)
    search.advance([0, 1, 2])
    before = search.states
    with pytest.raises(masume.IllegalActionError, match="game 1"):
        search.advance([4, 1, 4])
    assert search.states == before


def test_an_interrupt_ends_a_search() -> None:
    states = [masume.Game("connect-four").start()] * 64
    search = masume.Mcts(states, unknown)
    # It is ignored where the tests were begun in the background.
    before = signal.signal(signal.SIGINT, signal.default_int_handler)

    def interrupt() -> None:
        time.sleep(0.3)
        os.kill(os.getpid(), signal.SIGINT)

    threading.Thread(target=interrupt).start()
    with pytest.raises(KeyboardInterrupt):
        search.run(1_000_000)
    signal.signal(signal.SIGINT, before)
    assert search.run(3).visits.sum(axis=1).min() >= 3
