"""Steps a second of environments on one core, through NumPy.

    python steps.py [--boards 4096] [--seconds 2] [NAME…]

Actions are drawn before the clock runs. A step counts with the observation, the mask and the reset of what ended, of
every environment. What is printed are steps a second: of processor time of this process, the median of five runs. Where
they are installed others stand beside, with given actions, observation and mask: OpenSpiel, one state after another; EnvPool
and Pgx, as many boards as ours, and resets too.
"""

from __future__ import annotations

import argparse
import statistics
import time
from collections.abc import Callable
from typing import Any

import numpy as np

import masume

# A game for two as anybody might write one: stones grow beside their own, and turn those of the other side beside them.
ENCROACH = """game Encroach
board 9 x 9
players red blue

pieces
  stone: red blue

start
  [row = 5, column = 1] -> red
  [row = 5, column = 9] -> blue

action grow at c
  must at c: [empty, 1.. mine beside] -> mine
  [theirs, beside c] -> mine

pass when no action
end when nobody can act
score count mine
"""

LEVEL = """; Two rooms
##########
#   ##   #
# $ ## $ #
#  .    .#
#   ##   #
## ####  #
#   @    #
#  $  .  #
#        #
##########
"""

GAMES: dict[str, tuple[str, dict[str, Any]]] = {
    "connect-four": ("connect-four", {}),
    "othello": ("othello", {}),
    "2048": ("2048", {}),
    "sokoban 10 x 10": ("sokoban", {"level": 1, "levels": LEVEL}),
    "go 9 x 9": ("go", {"size": (9, 9)}),
    "for two, 9 x 9": (ENCROACH, {}),
}

OTHERS: dict[str, dict[str, str]] = {
    "connect-four": {"OpenSpiel": "connect_four", "EnvPool": "ConnectFour-v1", "Pgx": "connect_four"},
    "othello": {"OpenSpiel": "othello", "EnvPool": "Othello-v1", "Pgx": "othello"},
    "2048": {"OpenSpiel": "2048", "EnvPool": "Play2048-v1", "Pgx": "2048"},
    "sokoban 10 x 10": {"EnvPool": "Jumanji/Sokoban-v0"},
    "go 9 x 9": {"OpenSpiel": "go(board_size=9)", "Pgx": "go_9x9"},
}


def steps_a_second(game: masume.Game, boards: int, seconds: float) -> tuple[float, float]:
    """Steps a second with everything, and of the steps alone."""
    batch = masume.Batch(game, boards, seed=1)
    whole, alone, steps = 0.0, 0.0, 0
    begun = time.monotonic()
    while time.monotonic() - begun < seconds:
        actions = batch.sample()
        at = time.process_time()
        batch.step(actions, autoreset="same_step")
        stepped = time.process_time()
        _seen, _mask = batch.observe(), batch.mask()
        done = time.process_time()
        whole += done - at
        alone += stepped - at
        steps += boards
    return steps / whole, steps / alone


def open_spiel(name: str, _boards: int, _seconds: float) -> float:
    """Steps a second of a game of OpenSpiel, each with what is observed and what is legal."""
    import pyspiel

    game, rng = pyspiel.load_game(name), np.random.default_rng(1)
    has_planes = game.get_type().provides_observation_tensor
    state, took = game.new_initial_state(), 0.0

    def do(action: int) -> None:
        nonlocal took
        at = time.process_time()
        state.apply_action(action)
        took += time.process_time() - at

    steps = 20_000
    for _ in range(steps):
        while state.is_chance_node() or state.is_terminal():
            if state.is_terminal():
                state = game.new_initial_state()
            else:
                outcomes, chances = zip(*state.chance_outcomes())
                do(int(rng.choice(outcomes, p=chances)))
        do(int(rng.choice(state.legal_actions())))
        at = time.process_time()
        if not state.is_chance_node():
            np.array(state.legal_actions_mask(), np.bool_)
        if has_planes:
            np.array(state.observation_tensor(0), np.float32)
        took += time.process_time() - at
    return steps / took


def drawn(mask: Any, rng: np.random.Generator) -> Any:
    """A legal action of each board."""
    return (rng.random(mask.shape) * (mask > 0)).argmax(axis=1).astype(np.int32)


def env_pool(name: str, boards: int, seconds: float) -> float:
    """Steps a second of an environment of EnvPool, on one thread."""
    import envpool

    env, rng = envpool.make(name, env_type="gymnasium", num_envs=boards, num_threads=1, seed=1), np.random.default_rng(1)
    _, info = env.reset()
    everything = np.ones((boards, env.action_space.n))
    took, steps, begun = 0.0, 0, time.monotonic()
    while time.monotonic() - begun < seconds:
        actions = drawn(info.get("legal_action_mask", everything), rng)
        at = time.process_time()
        *_, info = env.step(actions)
        took += time.process_time() - at
        steps += boards
    return steps / took


def pgx(name: str, boards: int, seconds: float) -> float:
    """Steps a second of an environment of Pgx, compiled before."""
    import jax
    import pgx
    from pgx.experimental import auto_reset

    env, rng, key = pgx.make(name), np.random.default_rng(1), jax.random.PRNGKey(1)
    init, step = jax.jit(jax.vmap(env.init)), jax.jit(jax.vmap(auto_reset(env.step, env.init)))
    state = init(jax.random.split(key, boards))
    took, steps, begun = 0.0, -boards, 0.0
    while steps <= 0 or time.monotonic() - begun < seconds:
        actions, key = drawn(np.asarray(state.legal_action_mask), rng), jax.random.fold_in(key, steps + boards)
        keys = jax.block_until_ready(jax.random.split(key, boards))
        at = time.process_time()
        state = jax.block_until_ready(step(state, actions, keys))
        # The first is compiled.
        took = 0.0 if steps < 0 else took + time.process_time() - at
        begun = time.monotonic() if steps < 0 else begun
        steps += boards
    return steps / took


BESIDE: dict[str, Callable[[str, int, float], float]] = {"OpenSpiel": open_spiel, "EnvPool": env_pool, "Pgx": pgx}


def single(name: str, steps: int = 20_000) -> float | None:
    """Microseconds of processor time of one step of a single environment of Gymnasium."""
    try:
        from masume.gymnasium import Env
    except ImportError:
        return None
    env, rng = Env(name), np.random.default_rng(1)
    env.reset(seed=1)
    actions = rng.integers(env.game.num_actions, size=steps)
    at = time.process_time()
    for action in actions:
        if env.step(action)[2]:
            env.reset()
    return (time.process_time() - at) / steps * 1e6


def main() -> None:
    asked = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    asked.add_argument("names", nargs="*")
    asked.add_argument("--boards", type=int, default=4096)
    asked.add_argument("--seconds", type=float, default=2.0)
    given = asked.parse_args()
    print(f"{'game':16} {'M steps/s':>10} {'steps alone':>12}")
    for label, (name, options) in GAMES.items():
        if given.names and label not in given.names:
            continue
        game = masume.Game(name, **options)
        runs = [steps_a_second(game, given.boards, given.seconds / 5) for _ in range(5)]
        whole, alone = (statistics.median(of) / 1e6 for of in zip(*runs))
        print(f"{label:16} {whole:10.2f} {alone:12.2f}", flush=True)
        for other, name in OTHERS.get(label, {}).items():
            try:
                steps = BESIDE[other](name, given.boards, given.seconds)
            except ImportError:
                continue
            print(f"  {other:14} {steps / 1e6:10.3f}   ours {whole * 1e6 / steps:.0f} times as many", flush=True)
    took = single("2048")
    if took is not None and not given.names:
        print(f"one step of Env, 2048: {took:.1f} µs of processor time")


if __name__ == "__main__":
    main()
