"""Games of several as environments of PettingZoo, in which agents act one after another."""

from __future__ import annotations

from operator import index
from typing import Any, Literal

import numpy as np
from gymnasium import spaces
from numpy.typing import NDArray
from pettingzoo import AECEnv  # type: ignore[import-untyped]

from masume._masume import Game
from masume.arrays import RENDER_MODES, check_frame, check_word, observation_shape, observe, rendered
from masume.masks import Mask, MaskForm
from masume.several import OfSeveral


class Env(OfSeveral, AECEnv):  # type: ignore[misc]
    """A game of several: an agent for each player, in the order of turn, such as ``black_0``.

    An observation has ``observation``, a plane for each thing that a cell can hold, and ``action_mask``; with
    ``mask="info"`` it is the planes alone, and the mask is told in ``infos``: ``masume.masks.Mask`` names all ways. The
    reward is the result when the game ends, from -1 to 1. An action that is not legal raises, or with
    ``illegal="lose"`` loses.
    """

    metadata: dict[str, Any] = {"render_modes": RENDER_MODES, "name": "masume", "is_parallelizable": False}

    def __init__(
        self,
        game: Game | str,
        *,
        illegal: Literal["raise", "lose"] = "raise",
        mask: Mask = "observation",
        max_steps: int | None = None,
        channels: str = "first",
        render_mode: str | None = None,
    ) -> None:
        super().__init__()
        check_word(illegal, ("raise", "lose"), "illegal")
        # PettingZoo's own test asks for a window, whatever the modes are.
        check_frame(max_steps, None)
        self._take(game)
        self._illegal = illegal
        self._form = MaskForm(mask)
        self._max_steps = max_steps
        self._channels = channels
        self.render_mode = render_mode
        self.metadata = {**self.metadata, "name": self._game.name}
        shape = observation_shape(self._game, channels)
        count = self._game.num_actions
        self._space = self._form.space(shape, count)
        self._actions = {agent: spaces.Discrete(count) for agent in self.possible_agents}

    def observation_space(self, agent: str) -> spaces.Space[Any]:
        """Space of an agent's observations."""
        return self._space

    def action_space(self, agent: str) -> spaces.Discrete:
        """Space of an agent's actions."""
        return self._actions[agent]

    def _mask(self, agent: str) -> NDArray[np.int8]:
        has_ended = self.terminations.get(agent, True) or self.truncations.get(agent, True)
        return self._legal(agent == self.agent_selection and not has_ended)

    def observe(self, agent: str) -> Any:
        """Sight of an agent now."""
        player = self.possible_agents.index(agent)
        seen = observe(self._state, player, dtype=self._form.dtype, channels=self._channels)
        return self._form.observation(seen, self._mask(agent))

    def action_masks(self) -> NDArray[np.bool_]:
        """Legal actions now of the agent whose turn it is."""
        return self._mask(self.agent_selection).astype(np.bool_)

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        """Begins the game of a seed, or the next."""
        self._begin(seed)
        self.agents = self.possible_agents[:]
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        # A game may be over, or stuck, as it begins.
        is_over = self._state.is_over
        self.terminations = dict.fromkeys(self.agents, is_over)
        self.truncations = dict.fromkeys(self.agents, not is_over and self._is_cut_off())
        self.agent_selection = self.possible_agents[self._state.to_act]
        self._tell()

    def _tell(self) -> None:
        """Tells each agent what it may do, where that is no part of what it sees."""
        self.infos: dict[str, dict[str, Any]] = {it: self._form.info(self._mask(it)) for it in self.agents}

    def step(self, action: Any) -> None:
        """Does an action of the agent whose turn it is, by number; ``None`` once the game is over."""
        agent = self.agent_selection
        if self.terminations[agent] or self.truncations[agent]:
            self._was_dead_step(action)
            return
        action = index(action)
        is_lost = self._illegal == "lose" and not self._state.can(action)
        # What is refused changes nothing.
        self._state = self._state if is_lost else self._state.apply(action)
        self._cumulative_rewards[agent] = 0.0
        self._steps += 1
        if is_lost:
            others = 1.0 if len(self.possible_agents) == 2 else 0.0
            self._end({it: -1.0 if it == agent else others for it in self.possible_agents})
        elif self._state.is_over:
            self._end(dict(zip(self.possible_agents, self._state.returns)))
        else:
            self.rewards = dict.fromkeys(self.agents, 0.0)
            self.truncations = dict.fromkeys(self.agents, self._is_cut_off())
            self.agent_selection = self.possible_agents[self._state.to_act]
        self._tell()
        self._accumulate_rewards()

    def _end(self, results: dict[str, float]) -> None:
        self.rewards = {agent: float(results[agent]) for agent in self.agents}
        self.terminations = dict.fromkeys(self.agents, True)
        following = (self.possible_agents.index(self.agent_selection) + 1) % len(self.possible_agents)
        self.agent_selection = self.possible_agents[following]

    def render(self) -> Any:
        """The board as text with ``render_mode="ansi"``, as pixels with ``rgb_array``."""
        return rendered(self._state, self.render_mode)

    def close(self) -> None:
        """Nothing is open."""
