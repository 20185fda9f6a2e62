"""Work on a cluster of two nodes in this machine, held to one process."""

import os
import signal
import sys
import threading
from collections.abc import Iterator
from pathlib import Path

import pytest

import masume

ray = pytest.importorskip("ray", reason="Ray is not installed: `python/consumers rllib`")
from conftest import small  # noqa: E402
from ray.cluster_utils import Cluster  # noqa: E402

from masume.ray import Workers, play, solve  # noqa: E402

# Workers have no path to the tests.
ray.cloudpickle.register_pickle_by_value(sys.modules[__name__])

LEVELS = "#####\n#@$.#\n#####\n\n######\n#@ $.#\n######\n\n#####\n#@.$#\n#####\n"


@pytest.fixture(scope="module")
def cluster() -> Iterator[Cluster]:
    # Ray's workers give way to all others, and wait on a busy machine.
    os.environ["RAY_worker_niceness"] = "0"
    made = Cluster(initialize_head=True, head_node_args={"num_cpus": 1})
    made.add_node(num_cpus=1)
    ray.init(address=made.address)
    yield made
    ray.shutdown()
    made.shutdown()


@pytest.fixture(scope="module")
def workers(cluster: Cluster) -> Iterator[Workers]:
    with Workers() as made:
        yield made


def killed(_game: masume.Game, number: int, mark: str | None) -> int:
    """A job that ends its process, the first time or each time."""
    if mark is None or not os.path.exists(mark):
        if mark is not None:
            open(mark, "w").close()
        os.kill(os.getpid(), signal.SIGKILL)
    return number * number


@pytest.mark.parametrize(
    ("name", "depth"), [("othello", 6), ("tic-tac-toe", 9), ("2048", 2), ("sokoban", 5), ("chess", 3)]
)
def test_leaves_are_counted_as_in_one_process(workers: Workers, name: str, depth: int) -> None:
    state = masume.Game(name).start(7)
    for least in range(depth + 1):
        assert workers.perft(state, least) == state.perft(least)


def test_levels_are_solved_as_in_one_process(workers: Workers) -> None:
    game = masume.Game("sokoban", levels=LEVELS)
    solved = workers.solve_collection(game)
    assert [it.verdict for it in solved] == ["won", "won", "impossible"]
    assert solved == [solve(game, level, None, 1_000_000, 1 << 30) for level in (1, 2, 3)]


@pytest.mark.parametrize("name", ["connect-four", "2048"])
def test_games_are_played_as_in_one_process_whatever_the_shard(workers: Workers, name: str) -> None:
    game = small(name)
    played = [workers.selfplay(game, 5, "flat:50", seed=3, most_plies=30, shard=it) for it in (1, 2, 8)]
    alone = play(game, range(3, 8), "flat:50", None, 30)
    assert all(it == alone for it in played) and len({tuple(it.actions) for it in alone}) > 1


def test_both_nodes_work(workers: Workers) -> None:
    asked = [it.__ray_call__.remote(lambda _: ray.get_runtime_context().get_node_id()) for it in workers.actors]
    assert len(workers) == 2 and len(set(ray.get(asked))) == 2


def test_a_killed_actor_loses_nothing(workers: Workers, tmp_path: Path) -> None:
    jobs = [(job, str(tmp_path / str(job))) for job in range(6)]
    # Of four the process ends.
    for job in (0, 3):
        (tmp_path / str(job)).touch()
    assert workers.each("othello", killed, jobs) == [0, 1, 4, 9, 16, 25]
    # Between two calls too.
    ray.kill(workers.actors[1])
    state = masume.Game("othello").start()
    assert workers.perft(state, 5) == state.perft(5)


def test_a_job_that_ends_every_process_is_told(workers: Workers) -> None:
    with pytest.raises(ray.exceptions.RayActorError):
        workers.each("othello", killed, [(1, None)])
    state = masume.Game("othello").start()
    assert workers.perft(state, 3) == 56


def test_an_exception_comes_through_and_the_workers_go_on(workers: Workers) -> None:
    with pytest.raises(masume.GameError, match="no state"):
        workers.each("othello", lambda game, packed: masume.State.from_bytes(game, packed).ply, [(b"x",), (b"y",)])
    state = masume.Game("othello").start()
    assert workers.perft(state, 3) == 56


def test_a_node_that_is_lost_loses_nothing(workers: Workers, cluster: Cluster, tmp_path: Path) -> None:
    workers.close()
    node = cluster.add_node(num_cpus=1)
    state = masume.Game("othello").start()

    def slow(game: masume.Game, packed: bytes, depth: int, mark: str) -> int:
        # The node is gone while every worker has one of these.
        open(mark, "w").close()
        while not os.path.exists(f"{tmp_path}/gone"):
            pass
        return masume.State.from_bytes(game, packed).perft(depth)

    def remove() -> None:
        while len(list(tmp_path.iterdir())) < 3:
            pass
        cluster.remove_node(node)
        (tmp_path / "gone").touch()

    with Workers(3) as three:
        remover = threading.Thread(target=remove)
        remover.start()
        jobs = [
            (state.apply(it).to_bytes(), 3, str(tmp_path / f"{it}-{again}"))
            for again in range(3)
            for it in state.legal_actions
        ]
        assert sum(three.each(state.game, slow, jobs)) == 3 * state.perft(4)
        remover.join()
