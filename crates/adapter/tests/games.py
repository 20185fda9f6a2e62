"""Parts of the tests of every network: a session held to its record, and every shipped game, played and taken back."""

import os
from pathlib import Path

ROOT = Path(__file__).parents[3]
# Every shipped game by its name.
SHIPPED = sorted(it.stem for it in (ROOT / "games").glob("*.masu"))
# Actions that are done in each.
ACTIONS = 10


def check_recorded(test, file, lines):
    """Holds the lines of a session to those that are recorded, or records them anew."""
    path = ROOT / "tests" / "chat" / file
    if os.environ.get("UPDATE_EXPECT"):
        path.write_text("\n".join(lines) + "\n")
    for found, expected in zip(lines, path.read_text().splitlines(), strict=True):
        test.assertEqual(found, expected)


def check_every_game(test, people, board, said_in, listed):
    """Does ten actions in every shipped game, or as many as there are, and takes them back.

    `board` gives what a game shows, `said_in` says texts of games for a person and waits until all are shown, and `listed`
    gives the actions that a board lists, or nothing where the game is over.
    """
    anna = people[0]

    def legal(names):
        said_in(anna, dict.fromkeys(names, "legal"))
        found = {name: listed(name) for name in names}
        return {name: actions for name, actions in found.items() if actions}

    first = {name: board(name) for name in SHIPPED}
    done = dict.fromkeys(SHIPPED, 0)
    playing = SHIPPED
    for turn in range(60):
        # A long list is cut at its end.
        choices = {name: found[turn * 7 % -(-len(found) // 2)] for name, found in legal(playing).items()}
        shown = {name: board(name) for name in choices}
        # The one of the two whose turn it is.
        for who in people:
            said_in(who, {name: choice for name, choice in choices.items() if board(name) == shown[name]})
        for name in choices:
            done[name] += board(name) != shown[name]
        playing = [name for name in choices if done[name] < ACTIONS]
        if not playing:
            break
    test.assertEqual(playing, [])
    undone = [name for name in legal(SHIPPED) if done[name] == ACTIONS]
    test.assertGreater(len(undone), len(SHIPPED) // 2)
    for _ in range(40):
        undone = [name for name in undone if board(name) != first[name]]
        said_in(anna, dict.fromkeys(undone, "undo"))
    test.assertEqual(undone, [])
