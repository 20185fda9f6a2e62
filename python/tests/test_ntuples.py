"""Values learnt from tuples of cells."""

import pickle
from pathlib import Path

import numpy as np
import pytest

import masume
from masume import NTuples

ROWS = [[0, 1, 2], [3, 4, 5], [0, 1, 3, 4]]


def small(**settings: object) -> NTuples:
    return NTuples("2048:3x3", ROWS, largest=9, **settings)  # type: ignore[arg-type]


def weights(values: NTuples) -> bytes:
    return b"".join(it.tobytes() for it in values.weights)


def played(game: masume.Game, values: NTuples, seed: int) -> tuple[masume.State, int]:
    """The end of a game that is played state by state, and the number of its actions."""
    state, moves = game.start(seed=seed), 0
    while (action := values.choose(state)) is not None:
        state, moves = state.apply(action), moves + 1
    return state, moves


@pytest.mark.parametrize(
    "settings", [{"rate": 0.1, "coherent": False}, {}, {"trace": 0.0}, {"trace": 1.0}, {"restart": 0}, {"restart": 1}]
)
def test_games_are_played_better_by_what_was_learnt(settings: dict[str, object]) -> None:
    values = small()
    before = values.play(100, seed=1_000)
    learnt = values.learn(moves=100_000, **settings)  # type: ignore[arg-type]
    assert learnt.moves >= 100_000 and len(learnt.scores) > 50
    assert values.play(100, seed=1_000).mean() > 1.5 * before.mean()


@pytest.mark.parametrize("name", ["2048:3x3", "2048:2x3", "2048:3x3,two=50%"])
def test_boards_side_by_side_play_as_states_do_one_by_one(name: str) -> None:
    game = masume.Game(name)
    values = NTuples(game, [[0, 1, 2], [0, 1, 3, 4]], largest=9, boards=7)
    values.learn(moves=5_000)
    ends = [played(game, values, seed) for seed in range(40, 60)]
    assert all(state.is_over for state, _ in ends)
    scores = values.play(20, seed=40)
    assert scores.tolist() == [state.score() for state, _ in ends]
    # Boards do not know of each other.
    assert np.array_equal(scores, np.concatenate([values.play(1, seed=seed) for seed in range(40, 60)]))
    # A game that is cut short has done as many actions as were allowed.
    state, _ = ends[0]
    half = game.start(seed=40)
    for _ in range(5):
        half = half.apply(values.choose(half) or 0)
    assert values.play(1, seed=40, most_moves=5).tolist() == [half.score()]


def test_what_is_learnt_follows_from_the_seed_alone() -> None:
    one, again, other = (small(seed=seed) for seed in (3, 3, 4))
    for values in (one, again, other):
        values.learn(moves=10_000)
    assert weights(one) == weights(again) != weights(other)
    # Playing learns nothing.
    before = weights(one)
    one.play(20)
    one.choose(one.game.start(seed=1))
    assert weights(one) == before


def test_games_go_on_from_the_middle_of_long_ones() -> None:
    # Nothing is learnt, so that all games are alike.
    at_start = small().learn(moves=40_000, rate=0.0, restart=0)
    again = small().learn(moves=40_000, rate=0.0, restart=1)
    # Half a game, another half of that, and so on: more games, as long together as two.
    assert len(again.scores) > 2 * len(at_start.scores)
    # From its middle a game does not end as it did, for chance has another part.
    assert len(set(again.scores.tolist())) > len(set(at_start.scores.tolist()))
    assert again.scores.mean() > at_start.scores.mean()
    # Games that are shorter than asked for are not gone on with.
    none = small().learn(moves=40_000, rate=0.0, restart=100_000)
    assert np.array_equal(none.scores, at_start.scores)


@pytest.mark.parametrize("restart", [0, 8])
def test_lessons_in_parts_teach_what_one_does(restart: int) -> None:
    whole, parts = small(), small()
    # Each lesson goes on with the games of the one before.
    ended = [parts.learn(moves=32, restart=restart) for _ in range(100)]
    learnt = whole.learn(moves=sum(it.moves for it in ended), restart=restart)
    assert learnt.moves == sum(it.moves for it in ended)
    assert len(learnt.scores) > 5
    assert np.array_equal(learnt.scores, np.concatenate([it.scores for it in ended]))
    assert weights(whole) == weights(parts)


def test_a_lesson_ends_by_games_or_by_seconds() -> None:
    values = small()
    assert len(values.learn(games=10).scores) >= 10
    assert values.learn(seconds=0.2).moves > 0
    assert values.learn(seconds=0.0).moves == values.learn(moves=0).moves == values.learn(games=0).moves == 0
    with pytest.raises(ValueError, match="when to end"):
        values.learn()


def test_the_best_action_earns_most_with_what_its_afterstate_is_worth() -> None:
    game = masume.Game("2048:3x3")
    values = small()
    states = [game.start(seed=seed) for seed in range(30)]
    for _ in range(12):
        states = [state.apply(state.legal_actions[0]) if state.legal_actions else state for state in states]
    chosen, promised = values.choose_all(states)
    for state, action, value in zip(states, chosen, promised):
        # Nothing is worth anything yet, so points decide.
        gained = [(state.apply(it).score() or 0) - (state.score() or 0) for it in state.legal_actions]
        assert action == (state.legal_actions[int(np.argmax(gained))] if gained else -1)
        assert value == (max(gained) if gained else 0) == values.value(state)
    assert values.choose_all([])[0].shape == (0,)


def test_a_value_is_the_sum_of_a_weight_for_each_image() -> None:
    game = masume.Game("2048:3x3")
    values = NTuples(game, [[0, 1], [4]], largest=9)
    rng = np.random.default_rng(1)
    given = [rng.integers(0, 1_000, it.shape).astype(np.float32) for it in values.weights]
    values.weights = given
    pairs, middle = values.weights
    assert pairs.shape == (10, 10) and np.array_equal(pairs, given[0]) and np.array_equal(middle, given[1])
    images = {(int(it[0]), int(it[1])) for it in masume.symmetries(game).cells}
    assert len(images) == 8
    state = game.start(seed=3)
    for _ in range(6):
        state = state.apply(state.legal_actions[-1])
    # What comes of an action is what of its outcomes was there before the new tile.
    for action in state.legal_actions:
        outcomes = np.stack([masume.cells(it).reshape(-1) for it, _ in state.chance_outcomes(action)])
        board = np.where((outcomes == outcomes[0]).all(axis=0), outcomes[0], 0)
        codes = np.where(board > 0, np.log2(np.maximum(board, 1)), 0).astype(int)
        worth = sum(given[0][codes[a], codes[b]] for a, b in images) + given[1][codes[4]]
        gained = (state.apply(action).score() or 0) - (state.score() or 0)
        others = [it for it in state.legal_actions if it != action]
        assert values.value(state) >= worth + gained or not others
    best = values.choose(state)
    assert best in state.legal_actions


def test_weights_are_kept_and_read(tmp_path: Path) -> None:
    values = small()
    values.learn(moves=3_000)
    kept = values.to_bytes()
    again = NTuples.from_bytes("2048:3x3", kept)
    assert again.tuples == values.tuples and weights(again) == weights(values)
    assert again.to_bytes() == kept
    states = [masume.Game("2048:3x3").start(seed=seed) for seed in range(50)]
    assert np.array_equal(values.choose_all(states), again.choose_all(states))
    values.save(tmp_path / "weights")
    assert weights(NTuples.load("2048:3x3", tmp_path / "weights")) == weights(values)
    assert weights(pickle.loads(pickle.dumps(values))) == weights(values)
    # New games are learnt from, and the rates of weights go on.
    assert again.learn(moves=2_000).moves >= 2_000 and weights(again) != weights(values)
    for other in ("othello", "2048", "2048:3x3,two=50%"):
        with pytest.raises(ValueError):
            NTuples.from_bytes(other, kept)


def test_bytes_that_are_no_weights_are_an_exception() -> None:
    values = NTuples("2048:2x2", [[0, 1], [0, 1, 2]], largest=3)
    values.learn(moves=300)
    kept = values.to_bytes()
    refused = 0
    for end in [*range(0, len(kept), 41), len(kept) - 1]:
        with pytest.raises(ValueError):
            NTuples.from_bytes("2048:2x2", kept[:end])
    with pytest.raises(ValueError):
        NTuples.from_bytes("2048:2x2", kept + b"\0")
    rng = np.random.default_rng(2)
    for _ in range(200):
        wrong = bytearray(kept)
        place = int(rng.integers(len(kept)))
        wrong[place] ^= 1 << int(rng.integers(8))
        try:
            read = NTuples.from_bytes("2048:2x2", bytes(wrong), memory=1 << 24)
        except ValueError:
            refused += 1
        else:
            assert all(np.isfinite(it).all() for it in read.weights)
    assert refused > 10
    for huge in (b"\xff" * 1_000, kept[:18] + b"\xff" * 64):
        with pytest.raises(ValueError):
            NTuples.from_bytes("2048:2x2", huge)


@pytest.mark.parametrize("name", masume.games())
def test_a_game_is_learnt_or_refused(name: str) -> None:
    game = masume.Game(name)
    try:
        values = game.learn_ntuples([[0], [0, 1]], moves=300, seed=5, boards=4)
    except masume.GameError as refused:
        assert name != "2048" and refused.help
        return
    assert isinstance(values, NTuples) and values.game == game
    state = game.start(seed=7)
    for _ in range(200):
        if (action := values.choose(state)) is None:
            break
        state = state.apply(action)
    assert values.play(1, seed=7, most_moves=200).tolist() == [state.score()]


def test_a_text_of_ones_own_is_learnt() -> None:
    text = """game Bins
board 3 x 2
pieces
  ball: number 1 doubling to 64
start
  random empty -> 1
action slide in d
  against d:
    repeat _ n -> n _
    each n n -> 2n _, score += n
then: refill
define refill
  random empty -> 1 with chance 50% or 2
end when no action
"""
    game = masume.Game(text)
    values = game.learn_ntuples(moves=20_000)
    assert values.play(50).mean() > NTuples(game).play(50).mean()
    state, _ = played(game, values, 3)
    assert values.play(1, seed=3).tolist() == [state.score()]


def test_tuples_without_being_told_fit_into_the_memory() -> None:
    assert NTuples("2048").tuples == [
        [0, 1, 2, 3, 4, 5],
        [4, 5, 6, 7, 8, 9],
        [8, 9, 10, 11, 12, 13],
        [0, 1, 2, 4, 5, 6],
        [4, 5, 6, 8, 9, 10],
        [0, 1, 2, 3],
        [4, 5, 6, 7],
        [0, 1, 4, 5],
        [1, 2, 5, 6],
        [5, 6, 9, 10],
    ]
    assert max(map(len, NTuples("2048", memory=1 << 26).tuples)) == 4
    assert NTuples("2048:5x3", memory=1 << 24).tuples
    with pytest.raises(ValueError, match="bytes"):
        NTuples("2048", memory=100)
    with pytest.raises(ValueError, match="bytes"):
        NTuples("2048", [[0, 1, 2, 3, 4, 5]], memory=1 << 26)


def test_what_cannot_be_is_an_exception() -> None:
    for tuples in ([], [[]], [[0, 16]], [[0, 0]], [list(range(16))] * 2, [[0, 1, 2, 3, 4, 5, 6, 7]], [[0]] * 5_000):
        with pytest.raises(ValueError):
            NTuples("2048", tuples)
    for tuples in ([[-1]], [[1 << 70]]):
        with pytest.raises(OverflowError):
            NTuples("2048", tuples)
    with pytest.raises(TypeError):
        NTuples("2048", [[0.5]])  # type: ignore[list-item]
    for settings in ({"value": float("nan")}, {"value": 1e38}, {"largest": 0}, {"boards": 0}):
        with pytest.raises(ValueError):
            NTuples("2048", [[0]], **settings)
    for settings in ({"largest": 256}, {"largest": -1}, {"seed": -1}, {"boards": -1}, {"memory": -1}):
        with pytest.raises(OverflowError):
            NTuples("2048", [[0]], **settings)
    values = NTuples("2048", [[0, 1]])
    for lesson in ({"rate": 2.0}, {"rate": float("nan")}, {"trace": -0.1}, {"seconds": -1.0}, {"seconds": float("nan")}):
        with pytest.raises(ValueError):
            values.learn(**({"moves": 10} | lesson))  # type: ignore[arg-type]
    with pytest.raises(OverflowError):
        values.learn(moves=-1)
    for given in ([], [np.zeros(3)], [np.full((16, 16), np.nan)], [np.full((16, 16), 1e38)], [np.zeros(256)]):
        with pytest.raises(ValueError):
            values.weights = given
    with pytest.raises(TypeError):
        values.weights = [np.zeros((16, 16), bool)]
    # Whatever the order of an array is, its elements are taken.
    given = np.arange(256, dtype=np.int64).reshape(16, 16)
    values.weights = [given[::-1].T]
    assert np.array_equal(values.weights[0], given[::-1].T)
    for state in (masume.Game("2048:3x3").start(), masume.Game("othello").start()):
        with pytest.raises(masume.GameError):
            values.choose(state)
    with pytest.raises(ValueError):
        values.play(1 << 40)


def test_a_game_in_which_nothing_can_be_done_is_not_played_for_ever() -> None:
    text = """game Stuck
board 2 x 1
pieces
  ball: number 1 doubling to 4
start
  [column = 1] -> 1
  random empty -> 2
action slide in d
  against d:
    each n n -> 2n _, score += n
then: refill
define refill
  random empty -> 1 with chance 50% or 2
end when no action
"""
    values = NTuples(masume.Game(text), [[0, 1]])
    assert values.play(3).tolist() == [0, 0, 0]
    with pytest.raises(masume.GameError, match="nothing can be done"):
        values.learn(moves=1)
