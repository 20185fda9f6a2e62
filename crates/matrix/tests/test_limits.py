"""The bot under the limits that Synapse has by itself: edits are joined, and no press is lost."""

import unittest

from bot import Bot
from homeserver import Homeserver
from people import Person

LEFT, RIGHT = "⬅️", "➡️"


class Limits(unittest.TestCase):
    def test_edits_are_joined_and_the_last_board_is_right(self):
        server = Homeserver(settings={})
        self.addCleanup(server.close)
        admin = Person(server, "admin", admin=True)
        people = [Person(server, name) for name in ["anna", "bert", "carl", "dora"]]
        for person in [admin, *people]:
            self.addCleanup(person.client.close)
        for person in people:
            # People are many, and each of them presses now and then: together they are not limited.
            path = f"/_synapse/admin/v1/users/{person.name}/override_ratelimit"
            admin.client.ask("POST", path, {"messages_per_second": 0, "burst_count": 0})
        bot = Bot(server)
        self.addCleanup(bot.close)
        anna = people[0]
        room = anna.room(bot.name, *[it.name for it in people[1:]])
        for person in people[1:]:
            person.enter(room)
        anna.until(lambda: anna.events(room, "m.room.message", bot.name))
        board = anna.answer(room, anna.say(room, "masume sokoban 1"), bot.name)
        presses = 0
        for person in people:
            pressed = [person.press(room, board, sign) for sign in [RIGHT, LEFT]]
            # What was read before it is taken back is a move once more; so it waits until it was.
            presses += len(pressed)
        anna.until(lambda: anna.text(board), lambda text: f"moves {presses}," in text)
        edits = [
            it
            for it in anna.events(room, "m.room.message", bot.name)
            if it["content"].get("m.relates_to", {}).get("rel_type") == "m.replace"
        ]
        self.assertLess(len(edits), presses)
        # All signs come in the end.
        anna.until(lambda: len(anna.signs(room, board, bot.name)), lambda count: count == 8)
