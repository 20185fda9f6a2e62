"""Work on two nodes of a cluster in this machine, beside one process.

    python cluster.py [--workers 2] [--perft 10] [--times 5] [LEVELS…]

Counts the leaves of Othello, and solves the levels of files of Sokoban. What is printed are seconds by the clock and of
processor time: of one process; of the workers, the most that one of them took; and the ratios of both. On a machine that
others use the clock says little: the ratio of processor time is what idle cores would come to, but for what Ray itself
takes. Every answer is checked against that of one process.
"""

from __future__ import annotations

import argparse
import os
import time
from collections.abc import Callable
from typing import Any

import ray
from ray.cluster_utils import Cluster

import masume
from masume.ray import Workers, perft, solve


def spent(_: masume.Game) -> float:
    """Processor time of a worker until now: a job."""
    return time.process_time()


def spent_by(workers: Workers) -> list[float]:
    """The same of each of them."""
    times: list[float] = ray.get([it.do.remote(spent, ()) for it in workers.actors])
    return times


def beside(name: str, alone: Callable[[], Any], split: Callable[[Workers], Any], workers: Workers) -> None:
    """Prints a row."""
    begun, before = time.perf_counter(), time.process_time()
    expected = alone()
    one = (time.perf_counter() - begun, time.process_time() - before)
    before_each = spent_by(workers)
    begun = time.perf_counter()
    assert split(workers) == expected, "the answers differ"
    took = time.perf_counter() - begun
    many = (took, max(after - before for before, after in zip(before_each, spent_by(workers))))
    ratios = [a / b for a, b in zip(one, many)]
    print(
        f"{name:20} one: {one[0]:8.3f} s, processor {one[1]:8.3f} s; workers: {many[0]:8.3f} s, the busiest "
        f"{many[1]:8.3f} s; ratios {ratios[0]:.2f} and {ratios[1]:.2f}; load {os.getloadavg()[0]:.1f}",
        flush=True,
    )


def main() -> None:
    """Measures what the command line asks for."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--workers", type=int, default=2)
    parser.add_argument("--perft", type=int, default=10)
    parser.add_argument("--times", type=int, default=5)
    parser.add_argument("--nodes", type=int, default=1_000_000)
    parser.add_argument("levels", nargs="*")
    asked = parser.parse_args()
    # Ray's workers give way to all others, and one process does not.
    os.environ["RAY_worker_niceness"] = "0"
    cluster = Cluster(initialize_head=True, head_node_args={"num_cpus": 1, "include_dashboard": False})
    for _ in range(asked.workers - 1):
        cluster.add_node(num_cpus=1)
    ray.init(address=cluster.address)
    with Workers(asked.workers) as workers:
        start = masume.Game("othello").start()
        # Processes begin, and load and compile the game: it is the work that is measured.
        ray.get([it.keep.remote(start.game) for it in workers.actors])
        ray.get([it.do.remote(perft, ([start.to_bytes()], 7)) for it in workers.actors])
        for _ in range(3):
            workers.perft(start, 7)
        depth = asked.perft
        for _ in range(asked.times):
            beside(f"othello perft {depth}", lambda: start.perft(depth), lambda it: it.perft(start, depth), workers)
        for file in asked.levels:
            game = masume.Game("sokoban", levels=file)
            levels, nodes = range(1, game.num_levels + 1), asked.nodes
            beside(
                os.path.basename(file),
                lambda: [solve(game, level, None, nodes, 1 << 30) for level in levels],
                lambda it: it.solve_collection(game, nodes=nodes),
                workers,
            )
    ray.shutdown()
    cluster.shutdown()


if __name__ == "__main__":
    main()
