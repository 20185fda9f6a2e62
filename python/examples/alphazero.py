"""Learns a game for two by playing against itself, as AlphaZero does, on a processor.

    pip install masume torch
    python alphazero.py [--game connect-four] [--minutes 15] [--save net.pt] [--load net.pt]

Any game for two without chance will do, shipped or yours. Each thread searches many games at once, so that a call of the network
serves all; some begin with random actions. Values are learnt from quick searches too, policies from thorough ones (as in KataGo).
What the engine's solver finds is exact. At the end it is told how well fixed positions are played, and the points against `uct`.
"""

import argparse
import copy
import os
import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from itertools import islice

import numpy as np
import torch
from torch import nn
from torch.nn import functional
from torch.nn.utils.fusion import fuse_conv_bn_eval
from torch.optim.swa_utils import AveragedModel, get_ema_multi_avg_fn

import masume

GAMES, QUICK, THOROUGH, SHARE_THOROUGH, NODES, RANDOM, SHARE_RANDOM = 96, 24, 128, 0.3, 4_000, 30, 0.4
BATCH, STEPS, WINDOW, RATE, THREADS = 256, 3, 200_000, 2e-3, os.cpu_count() or 1
POOL = ThreadPoolExecutor(THREADS + 1, initializer=torch.set_num_threads, initargs=(1,))


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
        x = self.first(planes).relu_()
        for one, other in self.blocks:
            x = other(one(x).relu_()).add_(x).relu_()
        return self.policy(x), torch.tanh(self.value(x)).squeeze(1)

    def folded(self) -> "Network":
        """The same as it is now, to be asked and not taught: norms are folded into convolutions."""
        net = copy.deepcopy(self).eval()
        for unit in [net.first, *(unit for block in net.blocks for unit in block)]:
            unit[0], unit[1] = fuse_conv_bn_eval(unit[0], unit[1]), nn.Identity()
        return net

    @torch.inference_mode()
    def evaluate(self, planes: np.ndarray, masks: np.ndarray) -> tuple:
        """Priors and values of leaves, for a search."""
        scores, values = self(torch.from_numpy(planes))
        return torch.softmax(scores.masked_fill(torch.from_numpy(~masks), -1e9), 1).numpy(), values.numpy()


def played_at_random(state: masume.State, plies: int, rng: np.random.Generator) -> masume.State:
    """The state that so many random actions make of a state."""
    while state.ply < plies and not state.is_over:
        state = state.apply(int(rng.choice(state.legal_actions)))
    return state


class SelfPlay:
    """Games against oneself, on one thread, and what is to be learnt of them."""

    def __init__(self, net: Network, game: masume.Game, samples: list, seed: int) -> None:
        self.game, self.start, self.rng = game, game.start(), np.random.default_rng(seed)
        self.samples, self.open = samples, [[] for _ in range(GAMES)]
        self.search = masume.Mcts([self.begin() for _ in self.open], net.evaluate, seed=seed * GAMES)

    def begin(self) -> masume.State:
        """The start, or a state that random actions make of it."""
        state = played_at_random(self.start, self.rng.integers(RANDOM) * (self.rng.random() < SHARE_RANDOM), self.rng)
        return self.start if state.is_over else state

    def step(self, net: Network, is_thorough: bool, share: float) -> None:
        """An action in every game, after this share of the usual simulations."""
        states, self.search.evaluate = self.search.states, net.evaluate
        warm = [0.5 if state.ply < 12 else 0.2 for state in states]
        noise = {"noise": 0.25 * is_thorough, "concentration": 10 / self.game.num_actions}
        found = self.search.run(int(share * (THOROUGH if is_thorough else QUICK)), temperature=warm, **noise)
        self.search.advance(found.actions)
        # Where the engine's solver finds the value in a moment, what came before is learnt from that.
        known = [it.value(nodes=NODES) if is_thorough else None for it in states]
        for place, (state, after, policy, exact) in enumerate(zip(states, self.search.states, found.policies, known)):
            self.open[place].append((masume.observe(state), policy * is_thorough, state.to_act, found.values[place]))
            if exact is not None or after.is_over:
                result = after.returns if exact is None else (exact, -exact)[:: 1 - 2 * state.to_act]
                self.samples.extend((seen, policy, (result[it] + worth) / 2) for seen, policy, it, worth in self.open[place])
                self.open[place] = []
            if after.is_over:
                self.search.put(place, self.begin())


def batch(samples: list, of: masume.Symmetries, rng: np.random.Generator) -> tuple:
    """Samples, each by one of the symmetries."""
    chosen = [samples[i] for i in rng.integers(len(samples), size=BATCH)]
    which = rng.integers(len(of), size=BATCH)
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
    samples, of, rng = [], masume.symmetries(game), np.random.default_rng(1)
    plays = [SelfPlay(net.folded(), game, samples, seed) for seed in range(THREADS)]
    optimizer = torch.optim.AdamW(net.parameters(), lr=RATE, weight_decay=1e-4)
    mean = AveragedModel(net, multi_avg_fn=get_ema_multi_avg_fn(0.98), use_buffers=True)
    begun, told, steps = time.monotonic(), 0.0, 0
    while (gone := (time.monotonic() - begun) / 60) < minutes:
        optimizer.param_groups[0]["lr"] = RATE * max(0.05, min(1.0, 2 * (1 - gone / minutes)))
        asked, is_thorough = mean.module.folded(), rng.random() < SHARE_THOROUGH
        playing = POOL.map(lambda it: it.step(asked, is_thorough, 0.5 + gone / minutes), plays)
        batches = [batch(samples, of, rng) for _ in range(STEPS) if len(samples) >= 4 * BATCH]
        loss, steps = POOL.submit(taught, net, optimizer, batches).result(), steps + len(batches)
        list(playing)
        mean.update_parameters(net)
        del samples[:-WINDOW]
        if gone > told + 0.5:
            told, did = gone, f"{len(samples)} states, {steps} steps"
            print(f"{gone:.1f} min, {time.process_time() / 60:.1f} of processors: {did}, loss {loss:.3f}", flush=True)
    net.load_state_dict(mean.module.state_dict())


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
    search = masume.Mcts([game.start()] * games, net.evaluate, seed=side)
    while ((turns := np.array([-1 if it.is_over else it.to_act for it in search.states])) >= 0).any():
        actions = search.run(simulations).actions.copy() if (turns == side).any() else np.full(games, -1)
        states = search.states
        for place in np.flatnonzero(turns == 1 - side):
            actions[place] = states[place].rank("uct:1000", seed=int(place))[0].action
        search.advance(actions)
    return sum(1 + state.returns[side] for state in search.states) / 2


def main() -> None:
    asked = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    defaults = {"game": "connect-four", "minutes": 15.0, "positions": 1_000, "games": 100, "simulations": 2_000}
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
        parts = [fixed[nth::THREADS] for nth in range(min(THREADS, len(fixed)))]
        found = POOL.map(lambda of: masume.mcts([it for it, _ in of], net.evaluate, simulations=tries, leaves=4).actions, parts)
        right = np.mean([int(action) in best for of in zip(found, parts) for action, (_, best) in zip(*of)])
        print(f"{right:.1%} of {len(fixed)} positions are played as a solver plays them, with {tries} simulations", flush=True)
    if games := given.games // 2:
        made = sum(POOL.map(lambda side: points(net, game, games, given.simulations, side), (0, 1)))
        print(f"{made} points of {2 * games} games against uct of 1,000 playouts, with {given.simulations} simulations")


if __name__ == "__main__":
    main()
