"""Games and states as values."""

import copy
import hashlib
import json
import os
import pickle
import random
import subprocess
import sys
from fractions import Fraction
from pathlib import Path
from xml.etree import ElementTree

import numpy as np
import pytest
from conftest import NIM, small

import masume

NAMES = masume.games()


@pytest.mark.parametrize("name", NAMES)
def test_a_random_play_of_every_game_is_the_same_by_number_and_by_text(name: str) -> None:
    game, rng = small(name), random.Random(7)
    one = other = game.start(seed=3)
    for _ in range(30):
        if one.is_over:
            break
        numbers, names = one.legal_actions, one.legal_action_names
        assert numbers == sorted(set(numbers)) and len(numbers) == len(names)
        chosen = rng.randrange(len(numbers))
        assert one.action_name(numbers[chosen]) == names[chosen] == game.action_name(numbers[chosen])
        assert one.action_number(names[chosen]) == numbers[chosen]
        assert one.can(numbers[chosen]) and one.can(names[chosen])
        one, other = one.apply(numbers[chosen]), other.apply(names[chosen])
        assert one == other and hash(one) == hash(other) and str(one) == str(other)


@pytest.mark.parametrize("name", NAMES)
def test_a_state_comes_back_from_bytes_text_pickles_and_copies(name: str) -> None:
    game, rng = small(name), random.Random(1)
    state = game.start(seed=5)
    for _ in range(8):
        if state.is_over:
            break
        state = state.apply(rng.choice(state.legal_actions))
    assert masume.State.from_bytes(game, state.to_bytes()) == state
    assert masume.State.from_text(game, state.to_text()) == state == masume.State.from_json(game, state.to_json())
    told = json.loads(state.to_json())
    assert told["cells"] == masume.cells(state).tolist() and told["player"] == game.players[state.to_act]
    assert (told["ply"], told["scores"], told["outcome"]) == (state.ply, state.scores, state.outcome)
    thawed = pickle.loads(pickle.dumps(state))
    assert thawed == state and thawed.game == game and hash(thawed.game) == hash(game)
    assert copy.deepcopy(state) is state and copy.copy(state) is state
    assert thawed.to_bytes() == state.to_bytes()


def test_bytes_are_equal_in_every_process() -> None:
    code = (
        "import masume, hashlib\n"
        "all = b''\n"
        "for name in masume.games():\n"
        "    state = masume.Game(name).start(seed=9)\n"
        "    all += state.apply(state.legal_actions[0]).to_bytes()\n"
        "print(hashlib.sha256(all).hexdigest())\n"
    )
    found = {
        subprocess.run(
            [sys.executable, "-c", code],
            env={**os.environ, "PYTHONHASHSEED": seed},
            capture_output=True,
            text=True,
            check=True,
        ).stdout
        for seed in ("0", "1")
    }
    assert len(found) == 1 and len(found.pop().strip()) == hashlib.sha256().digest_size * 2


def test_chance_has_exact_probabilities() -> None:
    state = masume.Game("2048").start(seed=7)
    outcomes = state.chance_outcomes("slide left")
    assert sum(part for _, part in outcomes) == Fraction(1)
    free = 17 - int(np.count_nonzero(masume.cells(outcomes[0][0])))
    assert {part for _, part in outcomes} == {Fraction(9, 10 * free), Fraction(1, 10 * free)}
    assert state.apply_chance("slide left", 2) == outcomes[2][0]
    # What the generator of the state draws is one of them.
    drawn = state.apply("slide left")
    assert masume.cells(drawn).tolist() in [masume.cells(it).tolist() for it, _ in outcomes]


def test_the_words_of_players_of_numbers() -> None:
    play = masume.Play("2048", seed=7)
    assert (play.rows, play.columns, play.score, play.is_over) == (4, 4, 0, False)
    assert sorted(play.cell(row, column) for row in range(4) for column in range(4))[-2:] == [2, 2]
    before = play.state
    done = [name for name in ("slide left", "slide up", "slide down", "slide right") if play.can(name)]
    assert play.do(done[0]) and play.state != before and play.state.ply == 1
    with pytest.raises(ValueError, match="no cell"):
        play.cell(4, 0)


def test_a_game_comes_from_a_text_a_name_an_id_and_a_file(tmp_path: Path, nim: masume.Game) -> None:
    assert masume.Game("othello").title == "Othello"
    assert masume.Game("2048:5x3").size == (3, 5) == masume.Game("2048", size=(5, 3)).size
    assert masume.Game("sokoban/3").level == 3 == masume.Game("sokoban", level=3).level
    assert masume.Game("2048", options={"two": "75%"}) != masume.Game("2048")
    path = tmp_path / "nim.masu"
    path.write_text(NIM)
    assert masume.Game(path) == masume.Game(str(path)) == nim
    assert masume.Game(path).fingerprint == nim.fingerprint != masume.Game("othello").fingerprint
    described = NIM.replace("board", 'about "Stones."\nboard', 1)
    assert masume.Game(described).fingerprint == nim.fingerprint


def test_what_is_observed_is_told_by_data() -> None:
    state = masume.Game("othello").start()
    spec = state.game.observation_spec
    seen = masume.observe(state)
    assert seen.shape == spec["shape"] == (4, 8, 8) and seen.dtype == np.uint8
    names = [channel["name"] for channel in spec["channels"]]
    assert names == ["black", "white", "black to act", "white to act"]
    assert seen[0].sum() == seen[1].sum() == 2 and seen[2].all() and not seen[3].any()
    last = masume.observe(state, dtype="float32", channels="last")
    assert last.dtype == np.float32 and np.array_equal(last.transpose(2, 0, 1), seen)
    tiles = masume.Game("2048")
    start = tiles.start(seed=7)
    two = [channel["content"] for channel in tiles.observation_spec["channels"]].index(2)
    assert np.array_equal(masume.observe(start)[two] != 0, masume.cells(start) == 2)


def test_searches_answer(nim: masume.Game) -> None:
    start = nim.start()
    assert (start.perft(1), start.perft(3)) == (3, 6)
    assert start.value() == 1.0
    played = start.playouts(100, seed=1)
    assert played.games == 100 and played.won == [100, 0] and played.mean_plies == 3.0
    solved = masume.Game("sokoban").start().solve()
    assert solved.verdict == "won" and solved.is_proved
    state = masume.Game("sokoban").start()
    for action in solved.actions:
        state = state.apply(action)
    assert state.outcome == "win" and state.returns == [1.0]
    ranked = masume.Game("tic-tac-toe").start().rank("hard", nodes=2_000)
    assert len(ranked) == 9 and {it.name for it in ranked} == set(masume.Game("tic-tac-toe").start().legal_action_names)


def test_optimal_actions_are_those_of_the_best_value(nim: masume.Game) -> None:
    state, rng = masume.Game("tic-tac-toe").start(), np.random.default_rng(1)
    assert state.optimal_actions() == state.legal_actions
    for _ in range(60):
        worths = {}
        for action in state.legal_actions:
            after = state.apply(action)
            worths[action] = after.returns[state.to_act] if after.is_over else -(after.value() or 0.0)
        best = [action for action, worth in worths.items() if worth == max(worths.values())]
        assert state.optimal_actions() == best
        state = state.apply(int(rng.choice(state.legal_actions))) if worths else state.game.start()
    # The same player acts again.
    assert nim.start().optimal_actions() == [0, 1, 2]
    assert masume.Game("connect-four").start().optimal_actions(nodes=10) is None
    with pytest.raises(masume.GameError, match="no exact value"):
        masume.Game("sokoban").start().optimal_actions()


def test_optimal_actions_of_a_game_with_chance_earn_most_in_mean() -> None:
    text = """game Dig
board 2 x 1
pieces
  thing: stone gold ash
start
  any -> stone
action dig at c
  at c: stone -> gold with chance 25% or ash
action sift at c
  at c: stone -> gold with chance 50% or ash
end when no stone
score 10 * count gold
"""
    state = masume.Game(text).start()
    best = state.optimal_actions()
    assert best is not None and [state.action_name(it).split()[0] for it in best] == ["sift", "sift"]
    assert state.value() == 10.0


def test_a_state_is_a_picture() -> None:
    import xml.etree.ElementTree as tree

    drawn = tree.fromstring(masume.Game("sokoban").start()._repr_svg_())
    assert drawn.tag.endswith("svg") and len(drawn) > 20


@pytest.mark.parametrize(
    ("source", "code", "line", "column"),
    [
        ("game X\nboard 3 x 3\npieces\n  thing: stone\n\naction put at c\n  at c: _ -> rock\n", "E0203", 7, 14),
        ("game X\nboard 0 x 3\n", None, None, None),
        ("\0\n", None, None, None),
        ("game X\n" + "(" * 100_000 + "\n", None, None, None),
    ],
)
def test_an_error_has_a_code_a_place_and_a_way_out(
    source: str, code: str | None, line: int | None, column: int | None
) -> None:
    with pytest.raises(masume.GameError) as raised:
        masume.Game(source)
    assert raised.value.code and raised.value.message in str(raised.value)
    if code is not None:
        assert (raised.value.code, raised.value.line, raised.value.column) == (code, line, column)


def test_hostile_questions_are_exceptions(nim: masume.Game) -> None:
    start = nim.start()
    for action in (-1, 99, 1 << 80, -(1 << 80), "nonsense", "", "\0" * 10, None, 1.5, object(), float("nan")):
        with pytest.raises((masume.IllegalActionError, TypeError, OverflowError)):
            start.apply(action)  # type: ignore[arg-type]
    over = start.apply(0).apply(1).apply(2)
    assert over.is_over and over.legal_actions == [] and over.outcome == "alice wins" and over.returns == [1.0, -1.0]
    with pytest.raises(masume.IllegalActionError, match="over"):
        over.apply(0)
    with pytest.raises(masume.GameError, match="no game is called"):
        masume.Game("no-such-game")
    for wrong in (None, 7, b"game X\n", [], Path("/no/such/file")):
        with pytest.raises((TypeError, OSError)):
            masume.Game(wrong)  # type: ignore[arg-type]
    with pytest.raises(masume.GameError):
        masume.Game("othello", size=(7, 7))
    with pytest.raises(masume.GameError):
        masume.Game("sokoban", level=10_000)
    for player in (2, 100):
        with pytest.raises(ValueError, match="no player"):
            start.score(player)
    with pytest.raises(ValueError, match="dtype"):
        masume.observe(start, dtype="float64")
    with pytest.raises(ValueError, match="first"):
        masume.observe(start, channels="middle")


def test_hostile_bytes_are_exceptions(nim: masume.Game) -> None:
    good = nim.start().to_bytes()
    rng = random.Random(3)
    for at in range(0, len(good), 3):
        broken = bytearray(good)
        broken[at] ^= rng.randrange(1, 256)
        try:
            found = masume.State.from_bytes(nim, bytes(broken))
        except masume.GameError:
            continue
        assert isinstance(found.legal_actions, list)
    for wrong in (b"", b"masume1\n", good[:20], good[:-5] + b"\xff\xfe", os.urandom(1000)):
        with pytest.raises(masume.GameError):
            masume.State.from_bytes(nim, wrong)
    with pytest.raises(masume.GameError, match="another game"):
        masume.State.from_bytes(masume.Game("othello"), good)
    told = nim.start().to_json()
    with pytest.raises(masume.GameError, match="another game"):
        masume.State.from_json(masume.Game("othello"), told)
    for wrong_json in ("", "7", "[]", "{}", told[:-1], told.replace(nim.fingerprint, ""), told.replace("to_act", "nobody"), "[" * 100_000):
        with pytest.raises(masume.GameError):
            masume.State.from_json(nim, wrong_json)


LEVELS = "#####\n#@$.#\n#####\n\n######\n#@ $.#\n######\n"


def test_levels_of_a_file_are_played_in_place_of_its_own(tmp_path: Path) -> None:
    file = tmp_path / "two.xsb"
    file.write_text(LEVELS)
    for given in (LEVELS, file, str(file)):
        game = masume.Game("sokoban", levels=given)
        assert game.num_levels == 2 and game.level == 1 and game.size == (3, 5)
        second = game.with_level(2)
        assert second.size == (3, 6) and second == masume.Game("sokoban", levels=LEVELS, level=2)
        assert second.start().solve().names == ["push right", "push right"]
        assert pickle.loads(pickle.dumps(second)) == second != game != masume.Game("sokoban", level=1)
    with pytest.raises(masume.GameError, match="3"):
        game.with_level(3)
    with pytest.raises(masume.GameError):
        masume.Game("sokoban", levels="no level\nat all\n")
    with pytest.raises(TypeError):
        masume.Game("sokoban", levels=7)  # type: ignore[arg-type]


def test_a_file_that_cannot_be_read_is_told_with_the_reason(tmp_path: Path) -> None:
    with pytest.raises(FileNotFoundError) as missing:
        masume.Game(tmp_path / "missing.masu")
    assert missing.value.filename == str(tmp_path / "missing.masu")
    with pytest.raises(IsADirectoryError):
        masume.Game(tmp_path)
    with pytest.raises(NotADirectoryError):
        (tmp_path / "file").write_text("")
        masume.Game(tmp_path / "file" / "inner.masu")


def test_a_play_is_shown_as_a_picture(tmp_path: Path) -> None:
    play = masume.Play("2048", seed=10)
    while not play.is_over and len(play.states) < 30:
        play.do(play.state.legal_actions[0])
    picture = masume.plot(play, boards=5, columns=3)
    root = ElementTree.fromstring(picture._repr_svg_())
    boards = [it for it in root if it.tag.endswith("svg")]
    texts = ["".join(it.itertext()) for it in root if it.tag.endswith("text")]
    [line] = [it for it in root if it.tag.endswith("polyline")]
    assert len(boards) == 5 and len(line.attrib["points"].split()) == len(play.states)
    assert texts[:5] == [f"{play.states[i].ply} · {play.states[i].score()}" for i in (0, 7, 14, 22, 29)]
    picture.save(tmp_path / "play.svg")
    assert (tmp_path / "play.svg").read_text(encoding="utf-8") == picture.svg
    one = masume.plot([masume.Game("tic-tac-toe").start()])
    assert [it.tag.rpartition("}")[2] for it in ElementTree.fromstring(one.svg)] == ["svg", "text"]
    for wrong in ({"boards": 0}, {"columns": 0}):
        with pytest.raises(ValueError, match="one"):
            masume.plot(play, **wrong)
    with pytest.raises(ValueError, match="one"):
        masume.plot([])


def test_python_runs_the_terminal_program(tmp_path: Path) -> None:
    program = tmp_path / "masume"
    program.write_text('#!/bin/sh\necho "$0" "$@"\nexit 3\n')
    program.chmod(0o755)
    ask = [sys.executable, "-m", "masume", "play", "two words"]
    run = subprocess.run(ask, env={**os.environ, "PATH": str(tmp_path)}, capture_output=True, text=True)
    assert (run.returncode, run.stdout) == (3, f"{program} play two words\n")
    run = subprocess.run(ask, env={**os.environ, "PATH": ""}, capture_output=True, text=True)
    assert run.returncode == 1 and "masume-program" in run.stderr


def test_numpy_is_loaded_when_it_is_asked_for() -> None:
    code = "import sys, masume; assert 'numpy' not in sys.modules; masume.Batch; assert 'numpy' in sys.modules"
    assert subprocess.run([sys.executable, "-c", code]).returncode == 0
    with pytest.raises(AttributeError, match="missing"):
        masume.missing  # noqa: B018
    assert "Batch" in dir(masume)


def test_refusals_are_told_in_words() -> None:
    state = masume.Game("tic-tac-toe").start()
    for ask, words in (
        (lambda: state.apply("plaice b2"), ["`plaice` is not an action", "help: "]),
        (lambda: state.apply("place z9"), ["`z9`", "help: "]),
        (lambda: state.solve(), ["2 players cannot be solved"]),
        (lambda: state.rank("expectimax"), ["agent `expectimax` cannot play", "for one player"]),
    ):
        with pytest.raises(masume.GameError) as raised:
            ask()
        assert all(it in str(raised.value) for it in words) and "{" not in str(raised.value)
