"""Learns a game for two by playing against itself, as AlphaZero does, on a processor.

    pip install masume torch
    python alphazero.py [--game connect-four] [--minutes 15] [--save net.pt]

Any game for two without chance will do: the name of a shipped one, or the path of a text. Many games are searched at once, so
that a call of the network serves all of them. Half of them begin with random actions. Most actions are chosen by a quick
search, and what is learnt comes from thorough ones (as in KataGo), with the images of boards under the symmetries of the rules.
At the end it is told how many of fixed positions are played as a solver plays them, and how many points are made against `uct`.
"""

import argparse
import copy
import os
import time
from collections import deque
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor

import numpy as np
import torch
from torch import nn
from torch.nn import functional
from torch.nn.utils.fusion import fuse_conv_bn_eval

import masume

GAMES, QUICK, THOROUGH, SHARE_THOROUGH = 192, 24, 128, 0.3
BATCH, STEPS, WINDOW, RATE = 512, 2, 150_000, 2e-3
RANDOM, THREADS = 20, os.cpu_count() or 1
POOL = ThreadPoolExecutor(THREADS, initializer=torch.set_num_threads, initargs=(1,))


class Network(nn.Module):
    """Residual blocks, then priors of all actions and a value to who acts; fast where channels come last in memory."""

    def __init__(self, shape: tuple, actions: int, width: int = 32, blocks: int = 3) -> None:
        super().__init__()
        channels, cells = shape[0], shape[1] * shape[2]
        self.first = self.unit(channels, width)
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
        parts = POOL.map(self.answers, np.array_split(planes, THREADS), np.array_split(masks, THREADS))
        return tuple(map(np.concatenate, zip(*parts)))


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
        state = played_at_random(self.start, self.rng.integers(-RANDOM, RANDOM), self.rng)
        return self.start if state.is_over else state

    def step(self) -> None:
        """An action in every game."""
        is_thorough = self.rng.random() < SHARE_THOROUGH
        states = self.search.states
        warm = [0.5 if state.ply < 12 else 0.2 for state in states]
        noise = {"noise": 0.25, "concentration": 10 / self.game.num_actions} if is_thorough else {}
        found = self.search.run(THOROUGH if is_thorough else QUICK, temperature=warm, **noise)
        self.search.advance(found.actions)
        policies, after = found.policies, self.search.states
        for place, (state, next_state) in enumerate(zip(states, after)):
            if is_thorough:
                self.open[place].append((masume.observe(state), policies[place], state.to_act, found.values[place]))
            if next_state.is_over:
                result = next_state.returns
                self.samples.extend((seen, policy, (result[it] + worth) / 2) for seen, policy, it, worth in self.open[place])
                self.open[place] = []
                self.played += 1
                self.search.put(place, self.begin())

    def batch(self, of: masume.Symmetries) -> tuple:
        """Samples, each by one of the symmetries."""
        chosen = [self.samples[i] for i in self.rng.integers(len(self.samples), size=BATCH)]
        which = self.rng.integers(len(of), size=BATCH)
        seen = of.observations(np.stack([it[0] for it in chosen]), which).astype(np.float32)
        policies = of.policies(np.stack([it[1] for it in chosen]), which)
        values = np.array([it[2] for it in chosen], np.float32)
        return torch.from_numpy(seen), torch.from_numpy(policies), torch.from_numpy(values)


def learn(net: Network, game: masume.Game, minutes: float) -> None:
    """Plays and learns for so long."""
    plays, of = SelfPlay(net, game), masume.symmetries(game)
    optimizer = torch.optim.AdamW(net.parameters(), lr=RATE, weight_decay=1e-4)
    begun, told = time.monotonic(), 0.0
    while (gone := (time.monotonic() - begun) / 60) < minutes:
        plays.step()
        if len(plays.samples) < 4 * BATCH:
            continue
        optimizer.param_groups[0]["lr"] = RATE * max(0.05, min(1.0, 2 * (1 - gone / minutes)))
        for _ in range(STEPS):
            seen, policies, values = plays.batch(of)
            scores, worth = net(seen)
            loss = functional.cross_entropy(scores, policies) + functional.mse_loss(worth, values)
            optimizer.zero_grad()
            loss.backward()
            optimizer.step()
        plays.search.evaluate = net.folded().evaluate
        if gone > told + 0.5:
            told, cpu = gone, time.process_time() / 60
            print(f"{gone:.1f} min, {cpu:.1f} of processors: {plays.played} games, loss {loss:.3f}", flush=True)


def fixed_positions(game: masume.Game, count: int, nodes: int) -> list:
    """Positions of random games in which it matters what is done, and the actions that are best."""
    found, rng = [], np.random.default_rng(7)
    while len(found) < count:
        state = played_at_random(game.start(), rng.integers(12, 30), rng)
        best = state.optimal_actions(nodes=nodes)
        if best and len(best) < len(state.legal_actions):
            found.append((state, best))
    return found


def measure(evaluate: Callable, game: masume.Game, positions: int, games: int, simulations: int) -> None:
    """Tells how well it plays."""
    if positions:
        fixed = fixed_positions(game, positions, nodes=2_000_000)
        states = [state for state, _ in fixed]
        chance = np.mean([len(best) / len(state.legal_actions) for state, best in fixed])
        print(f"{chance:.1%} of {positions} positions are played as the solver plays at random")
        for tries in (0, simulations):
            actions = masume.mcts(states, evaluate, simulations=tries, leaves=4).actions
            right = np.mean([int(action) in best for action, (_, best) in zip(actions, fixed)])
            print(f"{right:.1%} with {tries} simulations", flush=True)
    if games:
        search = masume.Mcts([game.start()] * games, evaluate, seed=5, threads=THREADS)
        while not all(state.is_over for state in search.states):
            # Playouts are drawn anew in each game, so that no game is another.
            actions = search.run(simulations, temperature=0.0).actions.copy()
            for place, state in enumerate(search.states):
                if not state.is_over and state.to_act == place % 2:
                    actions[place] = state.rank("uct:1000", seed=place)[0].action
            search.advance(actions)
        points = sum(1 + state.returns[1 - place % 2] for place, state in enumerate(search.states)) / 2
        print(f"{points} points of {games} games against uct of 1,000 playouts")


def main() -> None:
    asked = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    asked.add_argument("--game", default="connect-four")
    for name, number in {"minutes": 15.0, "positions": 1_000, "games": 100, "simulations": 1_000}.items():
        asked.add_argument(f"--{name}", type=type(number), default=number)
    asked.add_argument("--save", help="file for what was learnt")
    given = asked.parse_args()
    torch.manual_seed(1)
    game = masume.Game(given.game)
    net = Network(game.observation_spec["shape"], game.num_actions).to(memory_format=torch.channels_last)
    learn(net, game, given.minutes)
    if given.save:
        torch.save(net.state_dict(), given.save)
    measure(net.folded().evaluate, game, given.positions, given.games, given.simulations)


if __name__ == "__main__":
    main()
