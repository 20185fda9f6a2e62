"""Symmetries: games go on alike on images."""

import numpy as np
import pytest
from conftest import small

import masume

NAMES = masume.games()


def outcomes(state: masume.State, action: int) -> dict[str, object]:
    """All that may come of an action, without the generator that drew it."""
    return {after.with_seed(0).to_text(): chance for after, chance in state.chance_outcomes(action)}


@pytest.mark.parametrize("name", NAMES)
def test_permuted_play_is_equal(name: str) -> None:
    game = small(name)
    of = masume.symmetries(game)
    assert of.names[0] == "identity" and len(of) == len(of.cells) == len(of.actions)
    assert np.array_equal(of.cells[0], np.arange(game.size[0] * game.size[1]))
    assert np.array_equal(of.actions[0], np.arange(game.num_actions))
    state, rng = game.start(seed=3), np.random.default_rng(5)
    for _ in range(4 if len(of) > 1 else 0):
        if not state.legal_actions:
            break
        mask = np.zeros(game.num_actions, bool)
        mask[state.legal_actions] = True
        action = int(rng.choice(state.legal_actions))
        for which in range(1, len(of)):
            image = of.state(state, which)
            assert np.flatnonzero(of.policies(mask, which)).tolist() == image.legal_actions
            for channels in ("first", "last"):
                seen = masume.observe(state, channels=channels)
                expected = masume.observe(image, channels=channels)
                assert np.array_equal(of.observations(seen, which, channels=channels), expected)
            of_image = int(np.flatnonzero(of.actions[which] == action)[0])
            assert outcomes(image, of_image) == {
                of.state(masume.State.from_text(game, text), which).to_text(): chance
                for text, chance in outcomes(state, action).items()
            }
        state = state.apply(action)


def test_shipped_games_have_the_symmetries_that_their_players_know() -> None:
    expected = {"connect-four": 2, "breakthrough": 2, "othello": 8, "2048": 8, "go": 8, "hex": 1, "samegame": 1}
    assert {name: len(masume.symmetries(masume.Game(name))) for name in expected} == expected
    # A board that is not square is no image of itself on its side.
    assert len(masume.symmetries(masume.Game("2048:5x3"))) == 4


def test_each_place_has_a_symmetry_of_its_own() -> None:
    game = masume.Game("othello")
    of, batch = masume.symmetries(game), masume.Batch(game, 16, seed=2)
    for _ in range(9):
        batch.step(batch.sample())
    which = np.arange(16) % 8
    seen, mask = batch.observe(), batch.mask()
    images, masks = of.observations(seen, which), of.policies(mask, which)
    last = of.observations(batch.observe(channels="last"), which, channels="last")
    for board in range(16):
        assert np.array_equal(images[board], of.observations(seen[board], int(which[board])))
        assert np.array_equal(masks[board], of.policies(mask[board], int(which[board])))
    assert np.array_equal(last.transpose(0, 3, 1, 2), images)
    assert images.base is not seen and np.array_equal(seen, batch.observe())


def test_what_is_no_symmetry_is_an_exception() -> None:
    game = masume.Game("connect-four")
    of = masume.symmetries(game)
    seen = np.zeros((3, *masume.observe(game.start()).shape), np.uint8)
    for which in (2, -1, np.array([0, 1, 2]), np.array([0, 0, -1])):
        with pytest.raises(IndexError):
            of.observations(seen, which)
    for which in (0.5, np.array([np.nan, 0, 0]), "identity"):
        with pytest.raises(TypeError):
            of.observations(seen, which)
    with pytest.raises(ValueError):
        of.observations(seen, np.array([0, 1]))
    with pytest.raises(ValueError):
        of.observations(seen[..., :5], 1)
    with pytest.raises(ValueError):
        of.policies(np.zeros((3, 8)), 1)
    with pytest.raises(ValueError):
        of.state(masume.Game("othello").start(), 1)
    # The same rules on a board of the same size are no other game.
    assert of.state(masume.Game("connect-four", size=(7, 6)).start(), 1) == of.state(game.start(), 1)
    with pytest.raises(IndexError):
        of.state(game.start(), 2)
    with pytest.raises((TypeError, OverflowError)):
        of.state(game.start(), -1)
    with pytest.raises(ValueError):
        of.cells[0, 0] = 1
    assert np.array_equal(of.observations(seen[::-1], 1), seen)
