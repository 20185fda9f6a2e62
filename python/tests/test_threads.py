"""Threads that share what there is, with the interpreter's lock or without it."""

import sys
import sysconfig
import threading
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor

import numpy as np
import pytest
from conftest import small

import masume

THREADS = 6


def together(work: Callable[[int], object]) -> list[object]:
    """What the work comes to on threads that begin at the same time."""
    begin = threading.Barrier(THREADS)

    def run(number: int) -> object:
        begin.wait()
        return work(number)

    with ThreadPoolExecutor(THREADS) as pool:
        return list(pool.map(run, range(THREADS)))


def test_the_lock_of_the_interpreter_is_not_asked_for() -> None:
    if not sysconfig.get_config_var("Py_GIL_DISABLED"):
        pytest.skip("this Python has a lock")
    # Whatever else the tests import may ask for it: a process of its own.
    import subprocess

    asked = "import sys, numpy, masume; masume.Game('othello').start().perft(4); print(sys._is_gil_enabled())"
    told = subprocess.run([sys.executable, "-c", asked], capture_output=True, text=True, check=True)
    assert told.stdout == "False\n"


@pytest.mark.parametrize("name", masume.games())
def test_a_game_and_its_states_are_shared(name: str) -> None:
    game = small(name)
    start = game.start(seed=1)

    def play(seed: int) -> list[bytes]:
        # A state that all of them ask, then states that all of them make.
        told, state, rng = [start.to_bytes(), str(start.legal_actions).encode()], start, np.random.default_rng(seed)
        for _ in range(12):
            if state.is_over or not state.legal_actions:
                break
            state = state.apply(int(rng.choice(state.legal_actions)))
            told += [state.to_bytes(), masume.observe(state).tobytes()]
        return told

    assert together(lambda _: play(3)) == [play(3)] * THREADS
    assert together(play) == [play(seed) for seed in range(THREADS)]


def test_games_are_loaded_and_searched_together() -> None:
    def work(number: int) -> tuple[object, ...]:
        game = masume.Game("2048:3x3" if number % 2 else "tic-tac-toe")
        values = masume.NTuples("2048:3x3", [[0, 1, 2]], largest=9)
        values.learn(moves=2_000)
        searched = masume.mcts(
            [masume.Game("connect-four").start()] * 4,
            lambda planes, masks: (masks.astype(np.float32), np.zeros(len(planes), np.float32)),
            simulations=60,
        )
        return game.start(seed=1).perft(2), values.play(5).tolist(), searched.visits.tolist()

    alone = [work(0), work(1)]
    assert together(work) == [alone[number % 2] for number in range(THREADS)]


@pytest.mark.parametrize("name", ["connect-four", "2048"])
def test_batches_of_one_game_do_not_know_of_each_other(name: str) -> None:
    game = masume.Game(name)

    def play(seed: int) -> list[bytes]:
        batch, told = masume.Batch(game, 200, seed=seed, threads=2), []
        for _ in range(30):
            batch.step(batch.sample(), autoreset="same_step")
            told += [batch.observe().tobytes(), batch.mask().tobytes()]
        return told

    assert together(play) == [play(seed) for seed in range(THREADS)]


def test_a_batch_that_several_step_refuses_or_steps() -> None:
    batch = masume.Batch("connect-four", 500, seed=1)

    def play(_: int) -> int:
        refused = 0
        for _ in range(100):
            try:
                batch.step(batch.sample(), autoreset="same_step", illegal="ignore")
                batch.observe()
            except (RuntimeError, ValueError):
                # Another has it, or did what was drawn for.
                refused += 1
        return refused

    together(play)
    # It goes on as any other.
    batch.reset()
    assert (batch.mask().sum(axis=1) == 7).all()
    batch.step(batch.sample())
    assert (batch.observe().reshape(500, -1).sum(axis=1) > 0).all()
