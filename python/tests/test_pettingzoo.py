"""Games of several, as PettingZoo asks for them."""

import copy
import warnings

import numpy as np
import pytest
from conftest import STUCK

import masume

pytest.importorskip("pettingzoo")
from pettingzoo.test import api_test, render_test, seed_test  # noqa: E402

from masume.pettingzoo import Env  # noqa: E402

NAMES = [name for name in masume.games() if masume.Game(name).num_players > 1]
FEW = ["tic-tac-toe", "connect-four", "othello", "breakthrough"]


@pytest.mark.parametrize("name", FEW)
@pytest.mark.parametrize("mask", ["info", "observation", "method"])
def test_the_checker_of_pettingzoo_has_nothing_to_say(name: str, mask: str) -> None:
    def make() -> Env:
        # The checker asks no method.
        return Env(name, max_steps=150, mask=mask, illegal="lose" if mask == "method" else "raise")

    with warnings.catch_warnings():
        warnings.simplefilter("error")
        if mask == "observation":
            # It is a dictionary, as in PettingZoo's own games, of which the checker says the same.
            warnings.filterwarnings("ignore", "Observation (space|is not a NumPy)")
        api_test(make(), num_cycles=200)
        seed_test(make, num_cycles=20)


def test_the_test_of_pictures_has_nothing_to_say() -> None:
    render_test(lambda render_mode=None: Env("tic-tac-toe", render_mode=render_mode))


@pytest.mark.parametrize("name", NAMES)
def test_every_game_of_several_is_played_to_its_end_or_left(name: str) -> None:
    env, rng = Env(name, max_steps=40), np.random.default_rng(5)
    env.reset(seed=3)
    state = env.game.start(3)
    for agent in env.agent_iter():
        seen, reward, terminated, truncated, _ = env.last()
        if terminated or truncated:
            if not truncated:
                player = env.possible_agents.index(agent)
                assert reward == state.returns[player]
            env.step(None)
            continue
        assert agent == env.possible_agents[state.to_act]
        legal = np.flatnonzero(seen["action_mask"])
        assert legal.tolist() == state.legal_actions
        assert np.array_equal(seen["observation"], masume.observe(state))
        action = int(rng.choice(legal))
        state = state.apply(action)
        env.step(action)
        assert env.current == state
    assert not env.agents


def test_a_copy_goes_its_own_way() -> None:
    env = Env("connect-four")
    env.reset(seed=1)
    env.step(3)
    twin = copy.deepcopy(env)
    env.step(3)
    assert twin.current != env.current and twin.current.ply == 1
    twin.step(3)
    assert twin.current == env.current


def test_what_is_not_legal_raises_or_loses() -> None:
    env = Env("tic-tac-toe")
    env.reset()
    env.step(4)
    with pytest.raises(masume.IllegalActionError):
        env.step(4)
    env = Env("tic-tac-toe", illegal="lose")
    env.reset()
    env.step(4)
    env.step(4)
    assert set(env.rewards.values()) == {1.0, -1.0} and all(env.terminations.values())
    # Nothing is legal any more, whoever's turn it would be.
    assert not env.action_masks().any()
    assert not any(env.observe(agent)["action_mask"].any() for agent in env.possible_agents)


def test_what_is_refused_changes_nothing() -> None:
    env = Env("tic-tac-toe", max_steps=2)
    env.reset()
    env.step(4)
    for action in (4, 9, -1, 0.5, "place a1", None):
        with pytest.raises((masume.IllegalActionError, TypeError)):
            env.step(action)
    assert not any(env.truncations.values())
    env.step(0)
    assert env.current.ply == 2 and all(env.truncations.values())
    for settings in ({"illegal": "ignore"}, {"channels": "middle"}, {"max_steps": 0}):
        with pytest.raises(ValueError):
            Env("tic-tac-toe", **settings)
    env.reset(seed=(1 << 64) - 1)
    env.reset()
    for seed in (-1, 1 << 64):
        with pytest.raises(OverflowError):
            env.reset(seed=seed)
    assert env.current.ply == 0


def test_a_game_that_cannot_go_on_is_truncated() -> None:
    env = Env(STUCK.replace("board", "players ann ben\nboard", 1))
    env.reset()
    for cell in range(3):
        assert not any(env.truncations.values())
        env.step(cell)
    assert all(env.truncations.values()) and not any(env.terminations.values())


@pytest.mark.parametrize("illegal", ["lose", "raise"])
def test_nothing_is_legal_for_an_agent_that_has_ended(illegal: str) -> None:
    env = Env("connect-four", mask="info", illegal=illegal, max_steps=3)
    env.reset(seed=1)
    for column in (0, 0, 0):
        assert env.infos[env.agent_selection]["action_mask"].any()
        env.step(column)
    assert all(env.truncations.values())
    while env.agents:
        agent = env.agent_selection
        assert not env.infos[agent]["action_mask"].any() and not env.action_masks().any()
        env.step(None)
