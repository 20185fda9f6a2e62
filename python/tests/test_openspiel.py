"""Games without chance, as OpenSpiel asks for them, and held to OpenSpiel's own."""

import random

import pytest

import masume

pyspiel = pytest.importorskip("pyspiel")
from conftest import small  # noqa: E402

from masume.openspiel import register  # noqa: E402


@pytest.mark.parametrize("name", ["tic-tac-toe", "connect-four", "othello", "breakthrough"])
def test_the_simulation_of_openspiel_has_nothing_to_say(name: str) -> None:
    game = pyspiel.load_game(register(small(name)))
    pyspiel.random_sim_test(game, num_sims=2, serialize=True, verbose=False)


@pytest.mark.parametrize("name", ["tic-tac-toe", "connect-four"])
def test_a_game_goes_as_openspiels_own(name: str) -> None:
    ours = pyspiel.load_game(register(masume.Game(name)))
    theirs = pyspiel.load_game(name.replace("-", "_").replace("tic_tac", "tic_tac"))
    rng = random.Random(4)
    for _ in range(20):
        one, other = ours.new_initial_state(), theirs.new_initial_state()
        while not other.is_terminal():
            assert not one.is_terminal() and one.current_player() == other.current_player()
            assert one.legal_actions() == other.legal_actions()
            action = rng.choice(one.legal_actions())
            one.apply_action(action)
            other.apply_action(action)
        assert one.is_terminal() and one.returns() == other.returns()


def test_chance_is_refused() -> None:
    with pytest.raises(ValueError, match="chance"):
        register("2048")
