"""Thousands of boards, held to one state after another."""

import multiprocessing
import os
import signal
import subprocess
import sys
import textwrap
import threading
import time

import numpy as np
import pytest
from conftest import small

import masume

NAMES = masume.games()


@pytest.mark.parametrize("name", NAMES)
def test_boards_go_on_as_states_do(name: str) -> None:
    game, boards = small(name), 7
    batch = masume.Batch(game, boards, seed=11)
    states = [batch.state(board) for board in range(boards)]
    for _ in range(12):
        mask, seen, scores = batch.mask(), batch.observe(), batch.scores
        for board, state in enumerate(states):
            assert np.flatnonzero(mask[board]).tolist() == state.legal_actions
            assert np.array_equal(seen[board], masume.observe(state))
            assert scores[board].tolist() == state.scores
            assert (batch.to_act[board], batch.plies[board]) == (state.to_act, state.ply)
            assert batch.terminated[board] == state.is_over
        actions = batch.sample()
        rewards, terminated = batch.step(actions)
        for board, action in enumerate(actions):
            if action < 0:
                assert states[board].is_over and not terminated[board] and not rewards[board].any()
                continue
            before, states[board] = states[board], states[board].apply(int(action))
            after = states[board]
            assert batch.state(board) == after
            assert terminated[board] == after.is_over
            if game.num_players == 1 and game.has_score:
                assert rewards[board, 0] == after.score() - before.score()
            else:
                assert rewards[board].tolist() == after.returns


@pytest.mark.parametrize("name", ["connect-four", "2048", "robots", "samegame", "tic-tac-toe"])
def test_what_happens_depends_on_nothing_but_seeds(name: str) -> None:
    def played(size: int, threads: int) -> list[np.ndarray]:
        batch, told = masume.Batch(name, size, seed=5, threads=threads), []
        for _ in range(60):
            batch.step(batch.sample(), autoreset="same_step")
            told += [batch.observe()[:3], batch.mask()[:3], batch.episodes[:3], batch.plies[:3]]
        return told

    alone = played(3, 1)
    for size, threads in ((3, 2), (40, 1), (700, 2), (700, 0)):
        assert all(np.array_equal(a, b) for a, b in zip(alone, played(size, threads)))


def test_episodes_of_a_board_are_the_games_of_its_seed() -> None:
    batch = masume.Batch("tic-tac-toe", 64, seed=100)
    while not batch.terminated.all():
        batch.step(batch.sample())
    for board in range(0, 64, 9):
        played = masume.Game("tic-tac-toe").start().playouts(1, seed=100 + board)
        assert played.mean_plies == batch.plies[board]
        assert played.won == [int(batch.winners[board] == player) for player in (0, 1)]


def test_games_are_begun_anew_as_is_asked() -> None:
    def is_over_at(batch: masume.Batch) -> np.ndarray:
        return batch.step(batch.sample(), autoreset=mode)[1]

    mode = "same_step"
    batch = masume.Batch("tic-tac-toe", 50, seed=1)
    for _ in range(30):
        before = batch.episodes
        ended = is_over_at(batch)
        boards, seen, _ = batch.last()
        assert boards.tolist() == np.flatnonzero(ended).tolist() and len(seen) == len(boards)
        assert np.array_equal(batch.episodes - before, ended) and not batch.terminated.any()
    mode = "next_step"
    batch = masume.Batch("tic-tac-toe", 50, seed=1)
    pending = np.zeros(50, bool)
    for _ in range(30):
        ended = is_over_at(batch)
        assert not ended[pending].any() and (batch.plies[pending] == 0).all()
        pending = ended
    mode = "disabled"
    batch = masume.Batch("tic-tac-toe", 50, seed=1)
    for _ in range(9):
        is_over_at(batch)
    assert batch.terminated.all() and (batch.sample() == -1).all()
    with pytest.raises(masume.IllegalActionError, match="over"):
        batch.step(np.zeros(50, int))
    batch.reset(np.arange(50) < 10)
    assert np.array_equal(batch.terminated, np.arange(50) >= 10)


def test_what_is_not_legal_is_refused_lost_or_left() -> None:
    batch = masume.Batch("tic-tac-toe", 3)
    batch.step([4, 4, 4])
    before = [batch.state(board) for board in range(3)]
    with pytest.raises(masume.IllegalActionError, match="board 1") as raised:
        batch.step([0, 4, 0])
    assert raised.value.help and [batch.state(board) for board in range(3)] == before
    rewards, ended = batch.step([0, 4, -1], illegal="ignore")
    assert batch.plies.tolist() == [2, 1, 1] and not ended.any() and not rewards.any()
    rewards, ended = batch.step([1, 4, -1], illegal="lose")
    assert ended.tolist() == [False, True, False] and rewards[1].tolist() == [1.0, -1.0]
    assert batch.terminated.tolist() == [False, True, False] and not batch.mask()[1].any()
    batch.reset(batch.terminated)
    assert not batch.terminated.any() and batch.plies.tolist() == [3, 0, 1]


def test_masks_and_observations_of_every_kind_say_the_same() -> None:
    batch = masume.Batch("othello", 7, seed=3)
    batch.step(batch.sample())
    mask = batch.mask()
    assert mask.dtype == np.bool_ and batch.mask("int8").dtype == np.int8
    assert np.array_equal(batch.mask("int8"), mask)
    bits = batch.mask("bits")
    unpacked = np.unpackbits(bits.view(np.uint8), axis=1, bitorder="little")[:, : mask.shape[1]]
    assert np.array_equal(unpacked, mask)
    seen = batch.observe()
    for dtype in ("uint8", "float32"):
        assert np.array_equal(batch.observe(dtype=dtype), seen)
        last = batch.observe(dtype=dtype, channels="last")
        assert last.dtype == dtype and np.array_equal(last.transpose(0, 3, 1, 2), seen)
    only = np.zeros_like(mask)
    only[:, 20] = True
    assert (batch.sample(only) == 20).all() and (batch.sample(np.zeros_like(only)) == -1).all()


def test_arrays_of_the_caller_are_filled_and_checked() -> None:
    batch = masume.Batch("connect-four", 6, seed=2)
    shape = batch.observe().shape
    whole = np.full((12, *shape[1:]), 9, np.uint8)
    for out in (np.empty(shape, np.uint8), whole[::2], whole[::-2], np.empty(shape, np.uint8, order="F")):
        assert batch.observe(out=out) is out and np.array_equal(out, batch.observe())
    assert (np.delete(whole, slice(0, None, 2), 0) <= 9).all()
    frozen = np.empty(shape, np.uint8)
    frozen.flags.writeable = False
    with pytest.raises(ValueError, match="written"):
        batch.observe(out=frozen)
    for out in (np.empty(shape, np.float32), np.empty(shape, bool), list(range(6))):
        with pytest.raises(TypeError, match="out"):
            batch.observe(out=out)  # type: ignore[arg-type]
    for wrong in ((5, *shape[1:]), shape[1:], (*shape, 1)):
        with pytest.raises(ValueError, match="shape"):
            batch.observe(out=np.empty(wrong, np.uint8))


def test_an_array_that_cannot_be_filled_is_refused_before_anything_is_done() -> None:
    batch, twin = (masume.Batch("2048", 4, seed=2) for _ in range(2))
    for wrong in (
        {"rewards": np.zeros((4, 1))},
        {"rewards": np.zeros(4, np.float32)},
        {"terminated": np.zeros(4, np.int8)},
        {"terminated": [False] * 4},
    ):
        with pytest.raises((TypeError, ValueError), match="out"):
            batch.step(twin.sample(), **wrong)
        assert not batch.plies.any()
    batch, twin = (masume.Batch("2048", 4, seed=2) for _ in range(2))
    with pytest.raises(TypeError, match="out"):
        batch.sample(out=np.zeros(4, np.int32))  # type: ignore[arg-type]
    assert np.array_equal(batch.sample(), twin.sample())


def test_large_arrays_of_the_caller_are_filled_piece_by_piece() -> None:
    for threads in (1, 3):
        batch = masume.Batch("2048", 1700, seed=2, threads=threads)
        for _ in range(3):
            batch.step(batch.sample())
        for dtype in ("uint8", "float32"):
            for channels in ("first", "last"):
                seen = batch.observe(dtype=dtype, channels=channels)
                out = np.full_like(seen, 9)
                assert batch.observe(dtype=dtype, channels=channels, out=out) is out
                assert np.array_equal(out, seen)
        for kind in ("bool", "int8", "bits"):
            mask = batch.mask(kind)  # type: ignore[arg-type]
            out = np.full_like(mask, 1)
            assert batch.mask(kind, out=out) is out and np.array_equal(out, mask)  # type: ignore[arg-type]


def test_arrays_that_are_kept_or_changed_change_nothing() -> None:
    batch, twin = masume.Batch("2048", 9, seed=4), masume.Batch("2048", 9, seed=4)
    kept: list[tuple[np.ndarray, np.ndarray]] = []
    for _ in range(20):
        actions = batch.sample()
        assert np.array_equal(actions, twin.sample())
        arrays = [*batch.step(actions), batch.observe(), batch.mask(), batch.scores, batch.plies, actions]
        kept += [(array, array.copy()) for array in arrays]
        twin.step(actions)
        for array in (twin.observe(), twin.mask(), twin.scores, twin.plies, twin.terminated):
            array[...] = 1
    assert all(np.array_equal(array, copy) for array, copy in kept)
    assert all(batch.state(board) == twin.state(board) for board in range(9))


@pytest.mark.parametrize(
    "actions",
    [
        None,
        "abc",
        7,
        [],
        [0, 1],
        [[0, 0, 0]],
        [0.0, 1.0, 2.0],
        [float("nan")] * 3,
        np.zeros(3, bool),
        np.zeros(3, complex),
        np.zeros(3, object),
        np.zeros((3, 1), int),
        np.array(["0"] * 3),
        np.array([0, 1, 1 << 63], np.uint64),
        [1 << 70] * 3,
        [7, 0, 0],
        [-2, 0, 0],
        [np.iinfo(np.int64).min] * 3,
    ],
)
def test_hostile_actions_are_exceptions(actions: object) -> None:
    batch = masume.Batch("connect-four", 3)
    with pytest.raises((TypeError, ValueError)):
        batch.step(actions)
    assert (batch.plies == 0).all()


def test_actions_of_any_order_and_width_are_taken() -> None:
    for dtype in (np.int8, np.uint16, np.int32, np.uint64, ">i4"):
        batch = masume.Batch("connect-four", 3)
        batch.step(np.array([9, 2, 9, 1, 9, 0], dtype)[-1::-2])
        assert batch.state(0).apply(6) and batch.plies.tolist() == [1, 1, 1]
        assert batch.observe()[:, 0].sum(axis=1).argmax(axis=1).tolist() == [0, 1, 2]


def test_hostile_masks_sizes_and_seeds_are_exceptions() -> None:
    batch = masume.Batch("connect-four", 3)
    for mask in (np.ones((3, 6), bool), np.ones((3, 7), float), np.full((3, 7), 2), np.ones(7, bool), "x", object()):
        with pytest.raises((TypeError, ValueError)):
            batch.sample(mask)
    for where in ([True], np.ones(3), "all", np.ones((3, 1), bool)):
        with pytest.raises((TypeError, ValueError)):
            batch.reset(where)
    for seed in (-1, 1 << 64, [1, 2], [1.5] * 3, "seed"):
        with pytest.raises((TypeError, ValueError, OverflowError)):
            batch.reset(seed=seed)  # type: ignore[arg-type]
    for size in (0, -1, 1 << 40, 2.5, "3"):
        with pytest.raises((TypeError, ValueError, MemoryError, OverflowError)):
            masume.Batch("connect-four", size)
    for words in ({"autoreset": "sometimes"}, {"illegal": "maybe"}):
        with pytest.raises(ValueError, match="`"):
            batch.step([0, 0, 0], **words)
    with pytest.raises(IndexError):
        batch.state(3)
    with pytest.raises(masume.GameError, match="another"):
        batch.put(0, masume.Game("othello").start())
    assert (batch.plies == 0).all()


def test_a_state_is_put_on_a_board() -> None:
    game = masume.Game("connect-four")
    state = game.start().apply(3).apply(3)
    batch = masume.Batch(game, 2)
    batch.put(1, state)
    assert batch.state(1) == state and batch.plies.tolist() == [0, 2]
    over = state
    for action in (2, 2, 4, 4, 5):
        over = over.apply(action)
    assert over.is_over
    batch.put(0, over)
    assert batch.terminated.tolist() == [True, False] and batch.winners.tolist() == [0, -1]


def test_threads_have_batches_of_their_own() -> None:
    found: list[int] = []

    def play() -> None:
        batch = masume.Batch("2048", 64, seed=9, threads=2)
        for _ in range(30):
            batch.step(batch.sample(), autoreset="same_step")
        found.append(int(batch.scores.sum()))

    threads = [threading.Thread(target=play) for _ in range(4)]
    [thread.start() for thread in threads]
    [thread.join() for thread in threads]
    assert len(found) == 4 and len(set(found)) == 1


def _total(seed: int) -> int:
    batch = masume.Batch("2048", 40, seed=seed)
    for _ in range(20):
        batch.step(batch.sample(), autoreset="same_step")
    return int(batch.scores.sum())


@pytest.mark.filterwarnings("ignore:.*fork:DeprecationWarning")
@pytest.mark.parametrize("method", ["fork", "spawn"])
def test_processes_of_every_kind_play_the_same(method: str) -> None:
    if method not in multiprocessing.get_all_start_methods():
        pytest.skip(f"no {method} here")
    here = [_total(seed) for seed in (1, 2)]
    with multiprocessing.get_context(method).Pool(2) as pool:
        assert pool.map(_total, [1, 2]) == here


# Four actions take a moment, and the fifth hours.
GROWING = """game Growing
board 32 x 32

value one = 1

pieces
  thing: stone

action put at c
  at c: _ -> stone
  if count stone > 4:
    if count [count [count [row / one = 99] + row > 9999] + row > 9999] > 0:
      stone -> _

win when no empty
"""

LONG = {
    "playouts": "game.start().playouts(1 << 40)",
    "perft": "game.start().perft(40)",
    "value": "field.value(nodes=1 << 60)",
    "rank": "game.start().rank('pvs', nodes=1 << 60)",
    "learn": "tiles.learn_ntuples([[0, 1, 2, 3]], seconds=600)",
    "play": "values.play(1 << 20)",
    "step": "while True: batch.step(batch.sample(), autoreset='same_step')",
    "growing step": "while True: growing.step(growing.sample())",
}


@pytest.mark.skipif(os.name != "posix", reason="Ctrl-C is sent as a signal")
@pytest.mark.parametrize("name", LONG)
def test_a_long_call_ends_by_a_signal(name: str) -> None:
    # The second thread runs while the first is in the call, and says so.
    code = f"""
        import masume, signal, sys, threading, time
        # What is begun in the background may be told to ignore it.
        signal.signal(signal.SIGINT, signal.default_int_handler)
        first = threading.get_ident()
        game, tiles = masume.Game("othello"), masume.Game("2048")
        batch, values = masume.Batch(game, 2000), masume.NTuples(tiles, [[0, 1]])
        field = masume.Game("go", size=(9, 9)).start()
        growing = masume.Batch(masume.Game({GROWING!r}), 600)

        # Nothing is imported in it: where a signal comes then, Python may make another exception of it, or lose it.
        def call():
            {LONG[name]}

        def is_called():
            frame = sys._current_frames()[first]
            while frame and frame.f_code.co_name != "call":
                frame = frame.f_back
            return frame is not None

        def tell():
            while not is_called():
                time.sleep(0.001)
            print("ready", flush=True)

        try:
            threading.Thread(target=tell, daemon=True).start()
            call()
        except KeyboardInterrupt:
            print("heard", flush=True)
    """
    program = [sys.executable, "-c", textwrap.dedent(code)]
    with subprocess.Popen(program, stdout=subprocess.PIPE, text=True) as child:
        assert child.stdout is not None and child.stdout.readline() == "ready\n"
        sent = time.monotonic()
        child.send_signal(signal.SIGINT)
        assert child.stdout.readline() == "heard\n"
        took = time.monotonic() - sent
    if "MASUME_CLOCKS" in os.environ:
        assert took < 0.1




COUNTING = """game Counting
board 3 x 1
pieces
  tile: number 1 to 3

start
  any -> 1

action raise at c
  at c: n -> {n + 1}
"""


def test_after_an_error_of_the_rules_boards_are_begun_anew() -> None:
    batch = masume.Batch(COUNTING, 3)
    batch.step([0, 0, 0])
    with pytest.raises(masume.GameError, match="E0503") as raised:
        batch.step([1, 0, 1])
    assert raised.value.board == 1
    # Some boards were stepped, and others not: which, nobody knows.
    for call in (batch.observe, batch.mask, batch.sample, lambda: batch.step([2, 2, 2]), lambda: batch.reset([True] * 3)):
        with pytest.raises(masume.GameError, match="failed"):
            call()
    batch.reset()
    assert batch.plies.tolist() == [0, 0, 0]
    batch.step([1, 0, 1])


def test_seeds_are_taken_as_they_are() -> None:
    large = [(1 << 64) - 1, 1 << 63, 5]
    for given in (large, np.array(large, np.uint64)):
        batch = masume.Batch("2048", 3, seed=given)
        for board, seed in enumerate(large):
            assert batch.state(board) == masume.Batch("2048", 1, seed=seed).state(0)
    # Seeds from one on begin at 0 again.
    assert masume.Batch("2048", 2, seed=(1 << 64) - 1).state(1) == masume.Batch("2048", 1, seed=0).state(0)
    for wrong in ([-1, 2, 3], [1 << 64, 2, 3], [True, 2, 3], [[1], [2], [3]], np.array([1, -2, 3])):
        with pytest.raises((TypeError, ValueError), match="seed"):
            masume.Batch("2048", 3, seed=wrong)
