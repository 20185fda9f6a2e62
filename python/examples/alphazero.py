"""Learns a game for two by playing against itself, as AlphaZero does, on a processor.

    pip install masume torch
    python alphazero.py [--game connect-four] [--minutes 15] [--save net.pt] [--load net.pt]

Any game for two without chance will do, shipped or a text of yours. Many games are searched at once, so that a call of the
network serves all; some begin with random actions. Most actions come from quick searches: values are learnt from all, policies
from thorough ones alone (as in KataGo). The engine's solver ends games that are decided (as tables of endgames do in chess). At
the end it is told how well fixed positions are played, and how many points are made against `uct`.
"""

import argparse
import copy
import os
import time
from collections import deque
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from itertools import islice

import numpy as np
import torch
from torch import nn
from torch.nn import functional
from torch.nn.utils.fusion import fuse_conv_bn_eval

import masume

GAMES, QUICK, THOROUGH, SHARE_THOROUGH = 192, 24, 128, 0.3
BATCH, STEPS, WINDOW, RATE = 256, 3, 200_000, 2e-3
NODES, RANDOM, SHARE_RANDOM, THREADS = 1_000, 30, 0.4, os.cpu_count() or 1
POOL = ThreadPoolExecutor(THREADS, initializer=torch.set_num_threads, initargs=(1,))


class Network(nn.Module):
    """Residual blocks, then priors of all actions and a value to who acts; fast where channels come last in memory."""

    def __init__(self, shape: tuple, actions: int, width: int = 32, blocks: int = 3) -> None:
        super().__init__()
        cells = shape[1] * shape[2]
        self.first = self.unit(shape[0], width)
        self.blocks = nn.ModuleList(nn.ModuleList(self.unit(width, width) for _ in range(2)) for _ in range(blocks))
        self.policy = nn.Sequential(nn.Conv2d(width, 8, 1), nn.ReLU(), nn.Flatten(), nn.Linear(8 * cells, actions))
        self.value = nn.Sequential(
            nn.Conv2d(width, 4, 1), nn.ReLU(), nn.Flatten(), nn.Linear(4 * cells, 64), nn.ReLU(), nn.Linear(64, 1)
        )

    @staticmethod
    def unit(before: int, after: int) -> nn.Module:
        return nn.Sequential(nn.Conv2d(before, after, 3, padding=1, bias=False), nn.BatchNorm2d(after))

    def forward(self, planes: torch.Tensor) -> tuple:
        x = torch.relu(self.first(planes))
        for one, other in self.blocks:
            x = torch.relu(x + other(torch.relu(one(x))))
        return self.policy(x), torch.tanh(self.value(x)).squeeze(1)

    def folded(self) -> "Network":
        """The same as it is now, to be asked and not taught: norms are folded into convolutions."""
        net = copy.deepcopy(self).eval()
        for unit in [net.first, *(unit for block in net.blocks for unit in block)]:
            unit[0], unit[1] = fuse_conv_bn_eval(unit[0], unit[1]), nn.Identity()
        return net

    @torch.inference_mode()
    def answers(self, planes: np.ndarray, masks: np.ndarray) -> tuple:
        """Priors and values of leaves."""
        scores, values = self(torch.from_numpy(planes))
        return torch.softmax(scores.masked_fill(torch.from_numpy(~masks), -1e9), 1).numpy(), values.numpy()

    def evaluate(self, planes: np.ndarray, masks: np.ndarray) -> tuple:
        """The same for a search, a part on each thread: threads within an operation wait for each other too often."""
        parts = [np.array_split(it, THREADS) for it in (planes, masks)]
        return tuple(map(np.concatenate, zip(*POOL.map(self.answers, *parts))))


def played_at_random(state: masume.State, plies: int, rng: np.random.Generator) -> masume.State:
    """The state that so many random actions make of a state."""
    while state.ply < plies and not state.is_over:
        state = state.apply(int(rng.choice(state.legal_actions)))
    return state


class SelfPlay:
    """Games against oneself, and what is to be learnt of them."""

    def __init__(self, net: Network, game: masume.Game, seed: int = 1) -> None:
        self.game, self.start, self.rng, self.played = game, game.start(), np.random.default_rng(seed), 0
        self.search = masume.Mcts([self.begin() for _ in range(GAMES)], net.folded().evaluate, seed=seed, threads=THREADS)
        self.samples, self.open = deque(maxlen=WINDOW), [[] for _ in range(GAMES)]

    def begin(self) -> masume.State:
        """The start, or a state that random actions make of it."""
        state = played_at_random(self.start, self.rng.integers(RANDOM) * (self.rng.random() < SHARE_RANDOM), self.rng)
        return self.start if state.is_over else state

    def step(self) -> None:
        """An action in every game."""
        states, is_thorough = self.search.states, self.rng.random() < SHARE_THOROUGH
        warm = [0.5 if state.ply < 12 else 0.2 for state in states]
        noise = {"noise": 0.25, "concentration": 10 / self.game.num_actions} if is_thorough else {}
        found = self.search.run(THOROUGH if is_thorough else QUICK, temperature=warm, **noise)
        self.search.advance(found.actions)
        # A game whose value the engine's solver finds in a moment is over: what comes of it is exact.
        known = list(POOL.map(lambda it: it.value(nodes=NODES), states)) if is_thorough else [None] * GAMES
        for place, (state, after, policy, exact) in enumerate(zip(states, self.search.states, found.policies, known)):
            # A quick search tells a value, and no policy.
            self.open[place].append((masume.observe(state), policy * is_thorough, state.to_act, found.values[place]))
            if exact is not None or after.is_over:
                result = after.returns if exact is None else (exact, -exact)[:: 1 - 2 * state.to_act]
                self.samples.extend((seen, policy, (result[it] + worth) / 2) for seen, policy, it, worth in self.open[place])
                self.open[place], self.played = [], self.played + 1
                self.search.put(place, self.begin())

    def batch(self, of: masume.Symmetries) -> tuple:
        """Samples, each by one of the symmetries."""
        chosen = [self.samples[i] for i in self.rng.integers(len(self.samples), size=BATCH)]
        which = self.rng.integers(len(of), size=BATCH)
        seen, policies, values = map(np.stack, zip(*chosen))
        made = (of.observations(seen, which), of.policies(policies, which), values)
        return tuple(torch.from_numpy(it.astype(np.float32)) for it in made)


def taught(net: Network, optimizer: torch.optim.Optimizer, batches: list) -> float:
    """Steps of learning; the loss of the last one."""
    loss = torch.zeros(())
    for seen, policies, values in batches:
        scores, worth = net(seen)
        loss = functional.cross_entropy(scores, policies) / SHARE_THOROUGH + functional.mse_loss(worth, values)
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
    return loss.item()


def learn(net: Network, game: masume.Game, minutes: float) -> None:
    """Plays and learns for so long."""
    plays, of = SelfPlay(net, game), masume.symmetries(game)
    optimizer = torch.optim.AdamW(net.parameters(), lr=RATE, weight_decay=1e-4)
    begun, told, steps = time.monotonic(), 0.0, 0
    while (gone := (time.monotonic() - begun) / 60) < minutes:
        optimizer.param_groups[0]["lr"] = RATE * max(0.05, min(1.0, 2 * (1 - gone / minutes)))
        batches = [plays.batch(of) for _ in range(STEPS) if len(plays.samples) >= 4 * BATCH]
        learning = POOL.submit(taught, net, optimizer, batches)
        plays.step()
        loss, steps = learning.result(), steps + len(batches)
        plays.search.evaluate = net.folded().evaluate
        if gone > told + 0.5:
            told, did = gone, f"{plays.played} games, {steps} steps"
            print(f"{gone:.1f} min, {time.process_time() / 60:.1f} of processors: {did}, loss {loss:.3f}", flush=True)


def fixed_positions(game: masume.Game, tries: int, nodes: int) -> Iterator:
    """Positions of random games in which it matters what is done, and the best actions."""
    rng = np.random.default_rng(7)
    for _ in range(tries):
        state = played_at_random(game.start(), rng.integers(12, 30), rng)
        best = state.optimal_actions(nodes=nodes)
        if best and len(best) < len(state.legal_actions):
            yield state, best


def points(net: Network, game: masume.Game, games: int, simulations: int, side: int) -> float:
    """Points of games on this side against an agent whose playouts are drawn anew in each game."""
    search = masume.Mcts([game.start()] * games, net.evaluate, seed=side, threads=THREADS)
    while ((turns := np.array([-1 if it.is_over else it.to_act for it in search.states])) >= 0).any():
        actions = search.run(simulations).actions.copy() if (turns == side).any() else np.full(games, -1)
        states = search.states
        for place in np.flatnonzero(turns == 1 - side):
            actions[place] = states[place].rank("uct:1000", seed=int(place))[0].action
        search.advance(actions)
    return sum(1 + state.returns[side] for state in search.states) / 2


def main() -> None:
    asked = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    defaults = {"game": "connect-four", "minutes": 15.0, "positions": 1_000, "games": 100, "simulations": 1_000}
    for name, value in {**defaults, "save": "", "load": ""}.items():
        asked.add_argument(f"--{name}", type=type(value), default=value)
    given = asked.parse_args()
    torch.manual_seed(1)
    game = masume.Game(given.game)
    net = Network(game.observation_spec["shape"], game.num_actions).to(memory_format=torch.channels_last)
    if given.load:
        net.load_state_dict(torch.load(given.load))
    learn(net, game, given.minutes)
    if given.save:
        torch.save(net.state_dict(), given.save)
    net, fixed = net.folded(), list(islice(fixed_positions(game, 50 * given.positions, nodes=2_000_000), given.positions))
    for tries in (0, given.simulations) if fixed else ():
        actions = masume.mcts([state for state, _ in fixed], net.evaluate, simulations=tries, leaves=4).actions
        right = np.mean([int(action) in best for action, (_, best) in zip(actions, fixed)])
        print(f"{right:.1%} of {len(fixed)} positions are played as a solver plays them, with {tries} simulations", flush=True)
    if games := given.games // 2:
        made = sum(points(net, game, games, given.simulations, side) for side in (0, 1))
        print(f"{made} points of {2 * games} games against uct of 1,000 playouts, with {given.simulations} simulations")


if __name__ == "__main__":
    main()
