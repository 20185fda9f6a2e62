"""Work that is split over a cluster by Ray: counts, levels, and games that agents play.

>>> from masume.ray import Workers
>>> with Workers(4) as workers:  # doctest: +SKIP
...     workers.perft(masume.Game("othello").start(), 10)

What travels are the text of a game, packed states and seeds; what comes back is the same whatever the number of workers,
and as in one process.
"""

from __future__ import annotations

import heapq
from collections import deque
from collections.abc import Callable, Iterable, Sequence
from typing import Any, NamedTuple

import ray  # type: ignore[import-not-found,unused-ignore]

from masume._masume import Game, State

_TRIES = 3
"""Workers that one job may lose: a job that ends every process it runs in would go on for ever."""

_SHARE = 4
"""Beginnings for each worker at least where a count is split, and jobs for each at most: few, for a count is fast where it is
not split.

Of Othello's 10 plies, two workers would take the 1.90th part of one process's processor time with 4, the 1.77th with 16.
"""

_WORTH = 10_000_000
"""Leaves that are worth a job of their own: to send one takes a millisecond, in which a hundred thousand are counted."""

_AHEAD = 3
"""Plies that are counted to tell how much a beginning is, and how fast the leaves become more."""

_FAR = 20
"""Plies by which leaves become more than any number of jobs is for."""


class Solved(NamedTuple):
    """Verdict on a level, as ``State.solve`` gives it."""

    level: int
    verdict: str
    names: list[str]
    points: int | None
    is_proved: bool
    nodes: int


class Played(NamedTuple):
    """A game that an agent played against itself."""

    seed: int
    actions: list[int]
    returns: list[float]
    scores: list[int]


def perft(game: Game, packed: Sequence[bytes], depth: int) -> int:
    """Ways in which a game can go on from packed states: a job."""
    return sum(State.from_bytes(game, it).perft(depth) for it in packed)


def solve(game: Game, level: int, seed: int | None, nodes: int, memory: int) -> Solved:
    """Verdict on a level: a job."""
    found = game.with_level(level).start(seed).solve(nodes=nodes, memory=memory)
    return Solved(level, found.verdict, found.names, found.points, found.is_proved, found.nodes)


def play(game: Game, seeds: Sequence[int], agent: str, nodes: int | None, most_plies: int) -> list[Played]:
    """Games of these seeds, each ply by the agent: a job."""
    return [_play(game, seed, agent, nodes, most_plies) for seed in seeds]


def _play(game: Game, seed: int, agent: str, nodes: int | None, most_plies: int) -> Played:
    state = game.start(seed)
    actions: list[int] = []
    while not state.is_over and len(actions) < most_plies:
        ranked = state.rank(agent, seed=(seed + len(actions)) % (1 << 64), nodes=nodes)
        if not ranked:
            break
        actions.append(state.action_number(ranked[0].name))
        state = state.apply(actions[-1])
    return Played(seed, actions, state.returns, state.scores)


def _following(state: State) -> list[State]:
    """States after one action, every outcome of chance among them."""
    if not state.game.has_chance_in_play:
        return [state.apply(action) for action in state.legal_actions]
    return [it for action in state.legal_actions for it, _ in state.chance_outcomes(action)]


def _dealt(states: Sequence[State], depth: int, workers: int) -> list[list[State]]:
    """The states as jobs that count about as many leaves, so many for each worker as there are leaves for."""
    ahead = min(depth // 2, _AHEAD)
    weights = [it.perft(ahead) for it in states]
    growth = (sum(weights) / len(states)) ** (1 / max(ahead, 1))
    leaves = sum(weights) * growth ** min(depth - ahead, _FAR)
    jobs: list[list[State]] = [[] for _ in range(workers * int(min(_SHARE, max(1, leaves // (workers * _WORTH)))))]
    # The heaviest first, each to the job that is the lightest yet.
    lightest = [(0, place) for place in range(len(jobs))]
    for weight, number in sorted(((it, number) for number, it in enumerate(weights)), reverse=True):
        held, place = lightest[0]
        jobs[place].append(states[number])
        heapq.heapreplace(lightest, (held + weight, place))
    return [it for it in jobs if it]


class _Worker:
    """Actor that does jobs of one game, until another is kept."""

    def keep(self, game: Game) -> None:
        """Keeps a game, and what is made of it while it is played."""
        self._game = game

    def do(self, work: Callable[..., Any], job: tuple[Any, ...]) -> Any:
        """Does a job."""
        return work(self._game, *job)


class Workers:
    """Processes of a cluster, an actor in each; ``close`` ends them, as ``with`` does.

    An actor that dies loses nothing: its job is done by another. Ray's own ``ActorPool`` gives the next job to the dead
    one, and an actor that Ray restarts tries a job that kills it for ever.
    """

    def __init__(self, workers: int | None = None) -> None:
        count = int(ray.cluster_resources().get("CPU", 1)) if workers is None else workers
        if count < 1:
            raise ValueError("there is one worker at least")
        self.actors = [self._actor() for _ in range(count)]
        # By worker: the game that it keeps, and what is to be waited for until it does.
        self._kept: dict[Any, tuple[Game, Any]] = {}

    def __enter__(self) -> Workers:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def __len__(self) -> int:
        return len(self.actors)

    def close(self) -> None:
        """Ends the processes."""
        for actor in self.actors:
            ray.kill(actor)
        self.actors, self._kept = [], {}

    def _actor(self) -> Any:
        return ray.remote(_Worker).options(num_cpus=1, scheduling_strategy="SPREAD").remote()

    def each(self, game: Game | str, work: Callable[..., Any], jobs: Iterable[tuple[Any, ...]]) -> list[Any]:
        """Results of ``work(game, *job)`` for each job, in their order."""
        game = game if isinstance(game, Game) else Game(game)
        waiting = deque((place, job, _TRIES) for place, job in enumerate(jobs))
        results: list[Any] = [None] * len(waiting)
        # By what is waited for: a job's place, the job, the workers that it may lose yet, and its worker. A worker that does
        # not keep the game is sent it first: where the cluster has no room for it, nobody has to wait for it.
        running: dict[Any, tuple[int, tuple[Any, ...], int, Any]] = {}
        idle: list[Any] = []
        sent: list[Any] = []

        def keep(actor: Any, tries: int) -> None:
            kept, waited_for = self._kept.get(actor, (None, None))
            if kept == game and waited_for is None:
                idle.append(actor)
                return
            if kept != game:
                # Put once, and kept from one call to the next: to load a game may take longer than its jobs.
                sent[:] = sent or [ray.put(game)]
                waited_for = actor.keep.remote(sent[0])
                self._kept[actor] = (game, waited_for)
            running[waited_for] = (-1, (), tries, actor)

        for actor in self.actors:
            keep(actor, _TRIES)
        left = len(waiting)
        try:
            while left:
                while idle and waiting:
                    place, job, tries = waiting.popleft()
                    actor = idle.pop()
                    running[actor.do.remote(work, job)] = (place, job, tries, actor)
                [ended], _ = ray.wait(list(running))
                place, job, tries, actor = running.pop(ended)
                try:
                    result = ray.get(ended)
                except ray.exceptions.RayActorError:
                    if tries == 0:
                        raise
                    made = self._replace(actor)
                    if place >= 0:
                        waiting.appendleft((place, job, tries - 1))
                        tries = _TRIES + 1
                    keep(made, tries - 1)
                    continue
                idle.append(actor)
                if place < 0:
                    self._kept[actor] = (game, None)
                else:
                    results[place] = result
                    left -= 1
        except BaseException:
            # What is still at work would go on for nobody.
            for place, *_, actor in running.values():
                if place >= 0:
                    self._replace(actor)
            raise
        return results

    def _replace(self, actor: Any) -> Any:
        ray.kill(actor)
        self._kept.pop(actor, None)
        made = self._actor()
        self.actors[self.actors.index(actor)] = made
        return made

    def perft(self, state: State, depth: int) -> int:
        """As ``State.perft``, split by how the game goes on first."""
        counted, first, least = 0, [state], _SHARE * len(self)
        while 0 < depth and 0 < len(first) < least:
            follow = [_following(it) for it in first]
            # A game that cannot go on is counted as it is, as deep as it may be.
            counted += sum(not it for it in follow)
            first = [it for some in follow for it in some]
            depth -= 1
        jobs = _dealt(first, depth, len(self)) if first else []
        parts: list[int] = self.each(state.game, perft, (([it.to_bytes() for it in some], depth) for some in jobs))
        return counted + sum(parts)

    def solve_collection(
        self,
        game: Game,
        levels: Iterable[int] | None = None,
        *,
        seed: int | None = None,
        nodes: int = 1_000_000,
        memory: int = 1 << 30,
    ) -> list[Solved]:
        """Verdicts on the levels of a game, or on these, from 1."""
        asked = range(1, game.num_levels + 1) if levels is None else levels
        return self.each(game, solve, ((level, seed, nodes, memory) for level in asked))

    def selfplay(
        self,
        game: Game,
        games: int,
        agent: str = "medium",
        *,
        seed: int = 0,
        nodes: int | None = None,
        most_plies: int = 10_000,
        shard: int = 8,
    ) -> list[Played]:
        """Games that an agent plays against itself, of as many seeds from one on; a job has ``shard`` of them."""
        seeds = [it % (1 << 64) for it in range(seed, seed + games)]
        jobs = ((seeds[it : it + shard], agent, nodes, most_plies) for it in range(0, games, shard))
        return [played for some in self.each(game, play, jobs) for played in some]
