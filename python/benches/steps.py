"""Steps a second of environments on one core, through NumPy.

    python steps.py [--boards 4096] [--seconds 2] [NAME…]

Actions are drawn before the clock runs. A step counts with the observation, the mask and the reset of what ended, of
every environment. What is printed are steps a second: of processor time of this process, the median of five runs. Where
OpenSpiel is installed its games stand beside: one state after another, with given actions, observation and mask.
"""

from __future__ import annotations

import argparse
import statistics
import time
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

OPEN_SPIEL = {
    "connect-four": "connect_four",
    "othello": "othello",
    "2048": "2048",
    "go 9 x 9": "go(board_size=9)",
}


def steps_a_second(game: masume.Game, boards: int, seconds: float) -> tuple[float, float]:
    """Steps a second with everything, and of the steps alone."""
    batch = masume.Batch(game, boards, seed=1)
    seen = np.empty_like(batch.observe())
    mask = np.empty_like(batch.mask())
    whole, alone, steps = 0.0, 0.0, 0
    begun = time.monotonic()
    while time.monotonic() - begun < seconds:
        actions = batch.sample()
        at = time.process_time()
        batch.step(actions, autoreset="same_step")
        stepped = time.process_time()
        batch.observe(out=seen)
        batch.mask(out=mask)
        done = time.process_time()
        whole += done - at
        alone += stepped - at
        steps += boards
    return steps / whole, steps / alone


def open_spiel(name: str, steps: int) -> float | None:
    """Steps a second of a game of OpenSpiel, each with what is observed and what is legal."""
    try:
        import pyspiel
    except ImportError:
        return None
    game, rng = pyspiel.load_game(name), np.random.default_rng(1)
    has_planes = game.get_type().provides_observation_tensor
    state, took = game.new_initial_state(), 0.0

    def do(action: int) -> None:
        nonlocal took
        at = time.process_time()
        state.apply_action(action)
        took += time.process_time() - at

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
        beside = open_spiel(OPEN_SPIEL[label], 20_000) if label in OPEN_SPIEL else None
        if beside is not None:
            print(f"{'  OpenSpiel':16} {beside / 1e6:10.2f}", flush=True)
    took = single("2048")
    if took is not None and not given.names:
        print(f"one step of Env, 2048: {took:.1f} µs of processor time")


if __name__ == "__main__":
    main()
