"""Mean points of 2048 after minutes of learning on one core, at one ply.

    python python/benches/ntuples.py [--at MINUTES,…] [--games N] [--game ID] [--tuples '[[0, 1], …]'] [SETTING=VALUE…]

Minutes are of processor time, so that what else the machine does costs nothing. Settings are those of `masume.NTuples` and of
its `learn`: `seed=3`, `rate=0.5`, `coherent=False`.
"""

import argparse
import json
import os
import time

import masume

LESSON = 500_000
LEARNING = ("rate", "coherent", "trace", "restart")


def main() -> None:
    """Learns, and plays at each of the minutes."""
    arguments = argparse.ArgumentParser(description=__doc__)
    arguments.add_argument("--at", default="5,10,20")
    arguments.add_argument("--games", type=int, default=1_000)
    arguments.add_argument("--game", default="2048")
    arguments.add_argument("--tuples", type=json.loads)
    arguments.add_argument("settings", nargs="*", metavar="SETTING=VALUE")
    given = arguments.parse_args()
    settings = {name: json.loads(value.lower()) for name, value in (it.split("=") for it in given.settings)}
    learning = {name: settings.pop(name) for name in LEARNING if name in settings}
    values = masume.NTuples(given.game, given.tuples, **settings)
    print(f"{values.tuples} {settings} {learning}; load {os.getloadavg()[0]:.1f}", flush=True)
    moves = games = 0
    spent = 0.0
    for minutes in map(float, given.at.split(",")):
        while spent < 60 * minutes:
            begun = time.process_time()
            learnt = values.learn(moves=LESSON, **learning)
            spent += time.process_time() - begun
            moves, games = moves + learnt.moves, games + len(learnt.scores)
        # Other games than those that were learnt from.
        scores = values.play(given.games, seed=1 << 40)
        error = scores.std() / len(scores) ** 0.5
        print(
            f"{minutes:5g} min: mean {scores.mean():8.0f} ± {error:.0f}, most {scores.max()}; {moves / 1e6:.0f} M moves, "
            f"{games} games, {moves / spent / 1e3:.0f} k moves/s; load {os.getloadavg()[0]:.1f}",
            flush=True,
        )


if __name__ == "__main__":
    main()
