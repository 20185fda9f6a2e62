"""Environments of RLlib: games for one, as many at once as a runner asks for, and games of several."""

from __future__ import annotations

from operator import index
from typing import Any

from gymnasium import spaces
from ray.rllib.env.multi_agent_env import MultiAgentEnv  # type: ignore[import-not-found,unused-ignore]

from masume import gymnasium
from masume.arrays import check_frame, observation_shape, observe
from masume.masks import MaskForm
from masume.several import OfSeveral


def single(config: dict[str, Any]) -> gymnasium.Env | gymnasium.VectorEnv:
    """Environment of a game for one, which ``ray.tune.register_env("masume", masume.rllib.single)`` gives a name.

    The configuration has the ``game``, and whatever ``masume.gymnasium.Env`` takes; masks are RLlib's, and channels last.
    With ``gym_env_vectorize_mode=VectorizeMode.VECTOR_ENTRY_POINT`` a runner plays all its environments in one call.
    """
    parts: dict[str, Any] = {"mask": "rllib", "channels": "last"} | dict(config)
    count = parts.pop("num_envs", None)
    return gymnasium.Env(**parts) if count is None else gymnasium.VectorEnv(num_envs=count, **parts)


class Env(OfSeveral, MultiAgentEnv):  # type: ignore[misc,unused-ignore]
    """A game of several: an agent for each player, in the order of turn, such as ``black_0``.

    ``config`` has the ``game`` (or its text, its name, its id), and where they are wanted ``mask``
    (``masume.masks.Mask``, ``rllib`` otherwise), ``channels`` (``last``, as RLlib's networks have them) and
    ``max_steps``. Who acts sees; once the game is over, all do. An action that is not legal raises: it is never
    replaced by another.
    """

    def __init__(self, config: dict[str, Any]) -> None:
        super().__init__()
        self._take(config["game"])
        self._form = MaskForm(config.get("mask", "rllib"))
        self._channels: str = config.get("channels", "last")
        self._max_steps = config.get("max_steps")
        check_frame(self._max_steps, None)
        self._begin(self._seed)
        shape, count = observation_shape(self._game, self._channels), self._game.num_actions
        space = self._form.space(shape, count)
        self.agents = self.possible_agents[:]
        self.observation_spaces = dict.fromkeys(self.possible_agents, space)
        self.action_spaces = {it: spaces.Discrete(count) for it in self.possible_agents}

    def _told(self, agents: list[str]) -> tuple[dict[str, Any], dict[str, Any]]:
        """Sight of these agents, and their infos."""
        seen, infos = {}, {}
        for agent in agents:
            player = self.possible_agents.index(agent)
            mask = self._legal(player == self._state.to_act)
            planes = observe(self._state, player, dtype=self._form.dtype, channels=self._channels)
            seen[agent], infos[agent] = self._form.observation(planes, mask), self._form.info(mask)
        return seen, infos

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[dict[str, Any], dict[str, Any]]:
        """Begins the game of a seed, or the next."""
        self._begin(seed)
        self.agents = self.possible_agents[:]
        return self._told([self.possible_agents[self._state.to_act]])

    def step(
        self, action_dict: dict[str, Any]
    ) -> tuple[dict[str, Any], dict[str, float], dict[str, bool], dict[str, bool], dict[str, Any]]:
        """Does the action of the agent whose turn it is."""
        agent = self.possible_agents[self._state.to_act]
        if list(action_dict) != [agent]:
            raise ValueError(f"it is the turn of {agent}; there are actions of {list(action_dict)}")
        self._state = self._state.apply(index(action_dict[agent]))
        self._steps += 1
        is_over = self._state.is_over
        is_left = not is_over and self._is_cut_off()
        has_ended = is_over or is_left
        told = self.possible_agents if has_ended else [self.possible_agents[self._state.to_act]]
        rewards = dict(zip(self.possible_agents, self._state.returns)) if is_over else {}
        self.agents = [] if has_ended else self.agents
        seen, infos = self._told(told)
        return seen, rewards, {"__all__": is_over}, {"__all__": is_left}, infos
