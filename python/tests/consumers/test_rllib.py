"""Environments as RLlib asks for them, with masks in its own form: what is not legal would raise."""

from typing import Any

import numpy as np
import pytest

import masume

ray = pytest.importorskip("ray", reason="Ray is not installed: `python/consumers rllib`")
pytest.importorskip("ray.rllib", reason="RLlib is not installed: `python/consumers rllib`")
import gymnasium  # noqa: E402
from ray.rllib.algorithms.ppo import PPOConfig  # noqa: E402
from ray.rllib.core.rl_module.default_model_config import DefaultModelConfig  # noqa: E402
from ray.rllib.core.rl_module.multi_rl_module import MultiRLModuleSpec  # noqa: E402
from ray.rllib.core.rl_module.rl_module import RLModuleSpec  # noqa: E402
from ray.rllib.examples.rl_modules.classes.action_masking_rlm import (  # noqa: E402
    ActionMaskingTorchRLModule,
)
from ray.tune import register_env  # noqa: E402

from masume import rllib  # noqa: E402


def module() -> RLModuleSpec:
    config = DefaultModelConfig(conv_filters=[[16, 3, 1], [16, 3, 1]], fcnet_hiddens=[32], head_fcnet_hiddens=[32])
    return RLModuleSpec(module_class=ActionMaskingTorchRLModule, model_config=config)


def configured(env: Any, config: dict[str, Any], mode: str) -> PPOConfig:
    made = PPOConfig().environment(env, env_config=config)
    made.env_runners(
        num_env_runners=0,
        num_envs_per_env_runner=4 if mode else 1,
        gym_env_vectorize_mode=mode or "sync",
        rollout_fragment_length=16,
    )
    return made.training(train_batch_size=64, minibatch_size=32, num_epochs=1).debugging(seed=3)


def trained(config: PPOConfig) -> dict[str, Any]:
    algorithm = config.build_algo()
    try:
        return algorithm.train()
    finally:
        algorithm.stop()


@pytest.fixture(scope="module", autouse=True)
def _ray() -> Any:
    ray.init(num_cpus=2, include_dashboard=False)
    register_env("masume", rllib.single)
    yield
    ray.shutdown()


@pytest.mark.parametrize("mode", ["VECTOR_ENTRY_POINT", "SYNC"])
@pytest.mark.parametrize("game", ["2048", "sokoban"])
def test_a_game_for_one_is_learned_with_masks(game: str, mode: str) -> None:
    parts = {"game": game, "illegal": "raise", "max_steps": 50}
    mode = gymnasium.VectorizeMode[mode].value
    told = trained(configured("masume", parts, mode).rl_module(rl_module_spec=module()))
    assert told["env_runners"]["num_env_steps_sampled"] >= 64


def test_games_of_several_are_learned_with_masks() -> None:
    made = configured(rllib.Env, {"game": "connect-four"}, "")
    agents = rllib.Env({"game": "connect-four"}).possible_agents
    made.multi_agent(policies=set(agents), policy_mapping_fn=lambda agent, *_, **__: agent)
    made.rl_module(rl_module_spec=MultiRLModuleSpec(rl_module_specs={agent: module() for agent in agents}))
    told = trained(made)
    assert told["env_runners"]["num_episodes"] > 0


def test_what_is_not_legal_raises_and_is_not_replaced() -> None:
    env = rllib.Env({"game": "tic-tac-toe"})
    seen, _ = env.reset(seed=1)
    [agent] = seen
    env.step({agent: 4})
    other = next(it for it in env.possible_agents if it != agent)
    with pytest.raises(ValueError, match="turn"):
        env.step({agent: 0})
    with pytest.raises(masume.IllegalActionError):
        env.step({other: 4})
    assert env.current.ply == 1


@pytest.mark.parametrize("name", [it for it in masume.games() if masume.Game(it).num_players > 1])
def test_every_game_of_several_is_played_as_states_are(name: str) -> None:
    env, rng = rllib.Env({"game": name, "max_steps": 40, "channels": "first"}), np.random.default_rng(5)
    seen, _ = env.reset(seed=3)
    state = env.game.start(3)
    while True:
        [agent] = seen
        assert env.possible_agents.index(agent) == state.to_act
        assert env.observation_spaces[agent].contains(seen[agent])
        legal = np.flatnonzero(seen[agent]["action_mask"])
        assert legal.tolist() == state.legal_actions
        assert np.array_equal(seen[agent]["observations"], masume.observe(state, dtype="float32"))
        action = int(rng.choice(legal))
        state = state.apply(action)
        seen, rewards, terminated, truncated, _ = env.step({agent: action})
        if terminated["__all__"] or truncated["__all__"]:
            break
    assert terminated["__all__"] == state.is_over and set(seen) == set(env.possible_agents)
    if state.is_over:
        assert list(rewards.values()) == state.returns
