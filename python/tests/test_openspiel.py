"""Games as OpenSpiel asks for them, and held to OpenSpiel's own in lock step."""

import random
import re
from collections.abc import Callable

import pytest

import masume

pyspiel = pytest.importorskip("pyspiel")
from conftest import NIM, small  # noqa: E402

from masume.openspiel import register  # noqa: E402


# What chance may do there is too much to list: the robots of a new field stand on any cells.
ENDLESS = ["robots-bsd"]


@pytest.mark.parametrize("name", [it for it in masume.games() if it not in ENDLESS])
def test_the_simulation_of_openspiel_has_nothing_to_say(name: str) -> None:
    game = pyspiel.load_game(register(small(name), max_plies=40, seed=5))
    pyspiel.random_sim_test(game, num_sims=1, serialize=True, verbose=False)


def lock_step(name: str, theirs: str, read: Callable[[str], str], seed: int = 4) -> None:
    """Plays both until they end: the same players act, the same actions are legal, and the results are equal."""
    ours, other = pyspiel.load_game(register(masume.Game(name))), pyspiel.load_game(theirs)
    rng = random.Random(seed)
    for _ in range(20):
        one, two = ours.new_initial_state(), other.new_initial_state()
        while not two.is_terminal():
            assert not one.is_terminal() and one.current_player() == two.current_player()
            legal = {one.action_to_string(it): it for it in one.legal_actions()}
            their = {read(two.action_to_string(it)): it for it in two.legal_actions()}
            assert legal.keys() == their.keys()
            chosen = rng.choice(sorted(legal))
            one.apply_action(legal[chosen])
            two.apply_action(their[chosen])
        assert one.is_terminal() and one.returns() == two.returns()


def in_breakthrough(text: str) -> str:
    """Our name of their action: the player who begins sits above there, and a capture is marked."""
    at = [f"{text[i]}{9 - int(text[i + 1])}" for i in (0, 2)]
    return f"move {at[0]} {at[1]}"


# What differs in the rules of these games: nothing. In names and places only, as these functions say.
SAME = {
    "tic-tac-toe": ("tic_tac_toe", lambda it: f"place {'abc'[int(it[4])]}{3 - int(it[2])}"),
    "connect-four": ("connect_four", lambda it: f"drop {'abcdefg'[int(it[1])]}"),
    "othello": ("othello", lambda it: it if it == "pass" else f"place {it}"),
    "breakthrough": ("breakthrough", in_breakthrough),
}


@pytest.mark.parametrize("name", SAME)
def test_a_game_goes_as_openspiels_own(name: str) -> None:
    lock_step(name, *SAME[name])


def numbers(state: object) -> list[list[int]]:
    """Board of OpenSpiel's 2048."""
    return [[int(it) for it in line.split()] for line in str(state).splitlines() if line.strip()]


def tile(before: list[list[int]], after: list[list[int]]) -> int:
    """OpenSpiel's number of the tile that chance has put."""
    [at] = [i for i in range(16) if before[i // 4][i % 4] != after[i // 4][i % 4]]
    assert before[at // 4][at % 4] == 0
    return 2 * at + (after[at // 4][at % 4] == 4)


DIRECTIONS = ("up", "right", "down", "left")


def slid(board: list[list[int]], direction: str) -> list[list[int]]:
    """Board after a slide, by the definition."""
    lines = [list(it) for it in zip(*board)] if direction in ("up", "down") else board
    back = -1 if direction in ("right", "down") else 1
    made = []
    for line in lines:
        rest, done = [it for it in line[::back] if it], []
        while rest:
            first = rest.pop(0)
            done.append(2 * rest.pop(0) if rest[:1] == [first] else first)
        made.append((done + [0] * (4 - len(done)))[::back])
    return [list(it) for it in zip(*made)] if direction in ("up", "down") else made


@pytest.mark.parametrize("seed", range(6))
def test_2048_goes_as_openspiels_own_with_every_chance(seed: int) -> None:
    # Three differences: there chance sets up the board in play, here before it; there the game ends at a tile of 2048; and
    # there a tile that was made of two in the last move takes no third when it is asked what is legal. So ours
    # are held to the definition, a slide that changes something, and theirs are among them.
    one = pyspiel.load_game(register("2048", seed=seed)).new_initial_state()
    two = pyspiel.load_game("2048").new_initial_state()
    rng, start = random.Random(seed), masume.cells(one.position)
    for at in range(16):
        if start[at // 4, at % 4]:
            two.apply_action(2 * at + (start[at // 4, at % 4] == 4))
    while not two.is_terminal():
        assert not one.is_terminal() and not two.is_chance_node() and not one.is_chance_node()
        assert masume.cells(one.position).tolist() == numbers(two) and one.returns() == two.returns()
        legal = {one.action_to_string(it): it for it in one.legal_actions()}
        their = {f"slide {two.action_to_string(it).lower()}": it for it in two.legal_actions()}
        assert legal.keys() == {f"slide {it}" for it in DIRECTIONS if slid(numbers(two), it) != numbers(two)}
        assert their.keys() <= legal.keys()
        chosen, before = rng.choice(sorted(their)), numbers(two)
        one.apply_action(legal[chosen])
        two.apply_action(their[chosen])
        assert one.is_chance_node() and two.is_chance_node()
        after = [masume.cells(one.child(it).position).tolist() for it, _ in one.chance_outcomes()]
        placed = [tile(numbers(two), it) for it in after]
        chances = {put: chance for put, (_, chance) in zip(placed, one.chance_outcomes())}
        assert chances == pytest.approx(dict(two.chance_outcomes()))
        assert numbers(two) == slid(before, chosen.removeprefix("slide "))
        drawn = rng.randrange(len(placed))
        one.apply_action(drawn)
        two.apply_action(placed[drawn])
    is_stuck = all(slid(numbers(two), it) == numbers(two) for it in DIRECTIONS)
    assert one.is_terminal() == is_stuck and one.returns() == two.returns()


def test_names_are_of_one_game_alone() -> None:
    other = NIM.replace("3 x 1", "4 x 1")
    names = [register(NIM), register(other), register(NIM, max_plies=2), register("2048"), register("2048", seed=1)]
    assert len(set(names)) == len(names) and register(NIM) == names[0]
    starts = [pyspiel.load_game(it).new_initial_state() for it in names]
    assert [len(it.legal_actions()) for it in starts[:2]] == [3, 4]
    assert [it.get_game().max_game_length() for it in starts[:3]] == [1_000_000, 1_000_000, 2]
    assert starts[3].position != starts[4].position


def test_what_openspiel_wants_bounded_is() -> None:
    game = pyspiel.load_game(register("2048", max_plies=3, max_outcomes=30))
    assert (game.max_game_length(), game.max_chance_outcomes()) == (3, 30)
    state = game.new_initial_state()
    while not state.is_terminal():
        state.apply_action(state.legal_actions()[0])
    assert state.position.ply == 3 and not state.position.is_over
    few = pyspiel.load_game(register("2048", seed=1, max_outcomes=4)).new_initial_state()
    with pytest.raises(masume.GameError):
        few.apply_action(few.legal_actions()[0])
