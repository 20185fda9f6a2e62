"""Learns a game for two by playing against itself, as AlphaZero does, on a processor.

    pip install masume torch
    python alphazero.py [--game connect-four] [--minutes 15] [--save net.pt] [--load net.pt]

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
from concurrent.futures import ThreadPoolExecutor

import numpy as np
import torch
from torch import nn
from torch.nn import functional

import masume

GAMES, QUICK, THOROUGH, SHARE_THOROUGH = 192, 24, 128, 0.3
BATCH, STEPS, WINDOW, RATE = 512, 2, 150_000, 2e-3
RANDOM, THREADS = 20, os.cpu_count() or 1
POOL = ThreadPoolExecutor(THREADS + 1, initializer=torch.set_num_threads, initargs=(1,))  # One learns while others play.


class Network(nn.Module):
    """Residual blocks, then priors of all actions and a value to who acts."""

    def __init__(self, shape: tuple, actions: int, width: int = 48, blocks: int = 3) -> None:
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

    @torch.inference_mode()
    def answers(self, planes: np.ndarray, masks: np.ndarray) -> tuple:
        """Priors and values of leaves."""
        scores, values = self(torch.from_numpy(planes))
        return torch.softmax(scores.masked_fill(torch.from_numpy(~masks), -1e9), 1).numpy(), values.numpy()

    def evaluate(self, planes: np.ndarray, masks: np.ndarray) -> tuple:
        """The same for a search, a part on each thread: threads within an operation wait for each other too often."""
        self.eval()
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
        self.net, self.game, self.start = copy.deepcopy(net), game, game.start()
        self.rng, self.played = np.random.default_rng(seed), 0
        self.search = masume.Mcts([self.begin() for _ in range(GAMES)], self.net.evaluate, seed=seed, threads=THREADS)
        self.samples, self.open = deque(maxlen=WINDOW), [[] for _ in range(GAMES)]

    def begin(self) -> masume.State:
        """The start, or a state that random actions make of it."""
        state = played_at_random(self.start, self.rng.integers(-RANDOM, RANDOM), self.rng)
        return self.start if state.is_over else state

    def step(self) -> None:
        """An action in every game."""
        is_thorough, states = self.rng.random() < SHARE_THOROUGH, self.search.states
        warm = [1.0 if state.ply < 12 else 0.3 for state in states]
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


def lesson(net: Network, optimizer: torch.optim.Optimizer, batches: list) -> float:
    """Learns from batches; the loss of the last one."""
    loss = torch.zeros(())
    net.train()
    for seen, policies, values in batches:
        scores, worth = net(seen)
        loss = functional.cross_entropy(scores, policies) + functional.mse_loss(worth, values)
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
    return loss.item()


def learn(net: Network, game: masume.Game, minutes: float) -> None:
    """Plays and learns for so long, both at once: games are played by what was learnt an action before."""
    plays, of = SelfPlay(net, game), masume.symmetries(game)
    optimizer = torch.optim.AdamW(net.parameters(), lr=RATE, weight_decay=1e-4)
    begun, told = time.monotonic(), 0.0
    while (gone := (time.monotonic() - begun) / 60) < minutes:
        optimizer.param_groups[0]["lr"] = RATE * max(0.05, min(1.0, 2 * (1 - gone / minutes)))
        batches = [plays.batch(of) for _ in range(STEPS) if len(plays.samples) >= 4 * BATCH]
        learnt = POOL.submit(lesson, net, optimizer, batches)
        plays.step()
        loss = learnt.result()
        plays.net.load_state_dict(net.state_dict())
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


def measure(net: Network, game: masume.Game, positions: int, games: int, simulations: int) -> None:
    """Tells how well it plays."""
    if positions:
        states, bests = zip(*fixed_positions(game, positions, nodes=2_000_000))
        chance = np.mean([len(best) / len(state.legal_actions) for state, best in zip(states, bests)])
        print(f"{chance:.1%} of {positions} positions are played as the solver plays at random")
        for tries in (0, simulations):
            found = masume.mcts(states, net.evaluate, simulations=tries, leaves=4)
            right = np.mean([int(action) in best for action, best in zip(found.actions, bests)])
            print(f"{right:.1%} with {tries} simulations", flush=True)
    if games:
        search = masume.Mcts([game.start()] * games, net.evaluate, seed=5, threads=THREADS)
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
    usuals = {"minutes": 15.0, "positions": 1_000, "games": 100, "simulations": 1_000, "save": "", "load": ""}
    for name, usual in usuals.items():
        asked.add_argument(f"--{name}", type=type(usual), default=usual)
    given = asked.parse_args()
    torch.manual_seed(1)
    game = masume.Game(given.game)
    net = Network(game.observation_spec["shape"], game.num_actions)
    if given.load:
        net.load_state_dict(torch.load(given.load))
    learn(net, game, given.minutes)
    if given.save:
        torch.save(net.state_dict(), given.save)
    measure(net, game, given.positions, given.games, given.simulations)


if __name__ == "__main__":
    main()
