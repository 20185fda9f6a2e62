"""Masks as sb3-contrib asks for them."""

import pytest

import masume

sb3 = pytest.importorskip("sb3_contrib", reason="sb3-contrib is not installed: `python/consumers learners`")
pytest.importorskip("gymnasium")
from masume.gymnasium import Env  # noqa: E402


def learner(env: Env, policy: str) -> "sb3.MaskablePPO":
    return sb3.MaskablePPO(policy, env, n_steps=64, batch_size=32, n_epochs=1, seed=1, device="cpu")


@pytest.mark.parametrize(
    ("mask", "policy"), [("method", "MlpPolicy"), ("info", "MlpPolicy"), ("observation", "MultiInputPolicy")]
)
@pytest.mark.parametrize("name", ["2048", "sokoban"])
def test_maskable_ppo_does_what_is_legal_alone(name: str, mask: str, policy: str) -> None:
    env = Env(name, mask=mask, illegal="raise", max_steps=60)
    model = learner(env, policy)
    model.learn(192)
    seen, info = env.reset(seed=3)
    assert ("action_mask" in info) == (mask == "info") and isinstance(seen, dict) == (mask == "observation")
    for _ in range(60):
        legal = env.action_masks()
        action, _ = model.predict(seen, action_masks=legal)
        assert legal[action]
        seen, _, terminated, truncated, _ = env.step(action)
        if terminated or truncated:
            break


def test_without_a_mask_it_does_what_is_not() -> None:
    model = learner(Env("sokoban", illegal="raise", max_steps=60), "MlpPolicy")
    with pytest.raises(masume.IllegalActionError):
        model.learn(640, use_masking=False)
