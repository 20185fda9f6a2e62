"""Masks as TorchRL asks for them."""

import pytest

import masume

pytest.importorskip("torchrl", reason="TorchRL is not installed: `python/consumers learners`")
import torch  # noqa: E402
from torchrl.envs import ActionMask, GymWrapper, PettingZooWrapper, TransformedEnv  # noqa: E402

from masume.gymnasium import Env  # noqa: E402
from masume.pettingzoo import Env as Several  # noqa: E402


def of_one(name: str) -> GymWrapper:
    env = Env(name, mask="observation", illegal="raise", max_steps=60)
    return GymWrapper(env, categorical_action_encoding=True)


@pytest.mark.parametrize("name", ["2048", "sokoban"])
def test_a_random_policy_does_what_is_legal_alone(name: str) -> None:
    env = TransformedEnv(of_one(name), ActionMask(mask_key="action_mask"))
    env.set_seed(5)
    torch.manual_seed(5)
    played = env.rollout(200, break_when_any_done=False)
    legal = played["action_mask"].gather(-1, played["action"].unsqueeze(-1))
    assert legal.bool().all() and len(legal) == 200
    assert not played["action_mask"].bool().all()


def test_without_a_mask_it_does_what_is_not() -> None:
    torch.manual_seed(5)
    with pytest.raises(masume.IllegalActionError):
        of_one("sokoban").rollout(200, break_when_any_done=False)


@pytest.mark.parametrize("mask", ["observation", "info"])
@pytest.mark.parametrize("name", ["connect-four", "othello"])
def test_a_game_of_several_is_played_by_turns(name: str, mask: str) -> None:
    env = PettingZooWrapper(
        Several(name, mask=mask, max_steps=80), use_mask=True, categorical_actions=True, seed=5
    )
    torch.manual_seed(5)
    played = env.rollout(80)
    for group in env.group_map:
        turns = played[group, "mask"].squeeze()
        legal = played[group, "action_mask"].squeeze(1).gather(-1, played[group, "action"].reshape(-1, 1))
        assert turns.any() and legal.squeeze()[turns].all()
