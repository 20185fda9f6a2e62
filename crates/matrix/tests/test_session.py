"""Sessions in a room: the one of the article message for message, kills, hostile people, every shipped game."""

import html
import json
import re
import sqlite3
import tempfile
import unittest
from pathlib import Path

from between import Between
from bot import Bot
from games import SHIPPED, check_every_game, check_recorded
from homeserver import PATIENCE, Homeserver, Refused
from people import Person
from program import begun

LEFT, UP, DOWN, RIGHT = "⬅️", "⬆️", "⬇️", "➡️"
UNDO, RESTART, HINT, NEXT = "↩️", "🔄", "💡", "⏭️"


def setUpModule():
    # All share a server that lets them do as much as they like.
    Room.server = Homeserver()
    unittest.addModuleCleanup(Room.server.close)
    Room.bot = Bot(Room.server)
    unittest.addModuleCleanup(Room.bot.close)
    Room.anna, Room.bert = Person(Room.server, "anna"), Person(Room.server, "bert")
    for person in [Room.anna, Room.bert]:
        unittest.addModuleCleanup(person.client.close)


class Room(unittest.TestCase):
    """Anna and Bert in a room of each test with the bot."""

    def setUp(self):
        self.room = self.anna.room(self.bot.name, self.bert.name)
        self.bert.enter(self.room)
        self.anna.until(lambda: self.anna.events(self.room, "m.room.message", self.bot.name))

    def posted(self):
        return self.anna.events(self.room, "m.room.message", self.bot.name)

    def begin(self, text, who=None, **relation):
        """Begins a game; its message, as soon as all signs are under it."""
        message = self.anna.answer(self.room, (who or self.anna).say(self.room, text, **relation), self.bot.name)
        self.anna.until(lambda: NEXT in self.signs(message) or HINT in self.signs(message))
        return message

    def signs(self, message):
        return self.anna.signs(self.room, message, self.bot.name)

    def shows(self, message, words):
        """Waits until the message shows these words."""
        return self.anna.until(lambda: self.anna.text(message), lambda text: words in text)

    def press(self, message, sign, who=None):
        return (who or self.anna).press(self.room, message, sign)


class Article(Room):
    def test_the_session_of_the_article_is_as_it_was_recorded(self):
        names, lines = {}, []

        def named(event):
            return names.setdefault(event, f"${len(names) + 1}")

        def write(event):
            """A line of the script, with names in the place of those that the server gave."""
            kind, content = event["type"].removeprefix("m.room.").removeprefix("m."), event["content"]
            content = json.dumps(content, ensure_ascii=False, sort_keys=True)
            content = re.sub(r"\$[\w-]{43}", lambda found: named(found[0]), content)
            lines.append(f"{named(event['event_id'])} {event['sender'].split(':')[0]} {kind} {content}")

        written = len(self.anna.seen[self.room])

        def turn(event, count):
            """Events of the bot after this one: so many events, or none before the next turn."""
            nonlocal written
            is_said = lambda it: it["sender"] == self.bot.name or it["event_id"] == event
            new = self.anna.until(
                lambda: [it for it in self.anna.seen[self.room][written:] if is_said(it)],
                lambda found: event in [it["event_id"] for it in found] and len(found) >= count + 1,
            )
            self.assertEqual(len(new), count + 1, new)
            for it in new:
                write(it)
            written = len(self.anna.seen[self.room])

        start = self.anna.say(self.room, "masume sokoban 3")
        board = self.anna.answer(self.room, start, self.bot.name)
        self.anna.until(lambda: NEXT in self.signs(board))
        turn(start, 9)
        pressed = {}

        def move(who, sign):
            """Presses a sign; nobody can twice, so that the second time takes the first one back, which is a move too."""
            press = pressed.pop((who, sign), None)
            if press:
                turn(who.redact(self.room, press), 1)
            else:
                pressed[who, sign] = self.press(board, sign, who)
                turn(pressed[who, sign], 1)

        for who, sign in [(self.anna, RIGHT), (self.anna, RIGHT), (self.anna, LEFT), (self.bert, UNDO)]:
            move(who, sign)
        solution = [UP, RIGHT, DOWN, LEFT, DOWN, RIGHT, RIGHT, UP, RIGHT, DOWN, DOWN, DOWN]
        for number, sign in enumerate(solution):
            move([self.bert, self.anna][number % 2], sign)
        self.assertIn("solved", self.anna.text(board))
        # After the end nothing moves: the next answer is the next thing that is said.
        self.press(board, HINT)
        turn(self.anna.say(self.room, "masume language en"), 1)
        check_recorded(self, "matrix.txt", lines)


class Kills(Room):
    def read_up_to(self, moment=None):
        """The moment up to which the bot keeps that it has read; or it keeps this one."""
        file = sqlite3.connect(Path(self.bot.folder.name) / "chat.sqlite", timeout=60)
        with file:
            if moment:
                file.execute("update setting set value = ? where name like 'adapter matrix %'", (moment,))
            [(moment,)] = file.execute("select value from setting where name like 'adapter matrix %'").fetchall()
        file.close()
        return moment

    def test_a_bot_that_is_killed_goes_on_where_it_was(self):
        board = self.begin("masume sokoban 1")
        self.press(board, RIGHT)
        self.shows(board, "moves 1,")
        for count, (who, sign) in enumerate([(self.anna, LEFT), (self.bert, RIGHT), (self.bert, LEFT)], 2):
            # The press is told to the bot that is killed, or to the next one, or to both: it is done once.
            self.press(board, sign, who)
            self.bot.kill()
            self.bot.start()
            self.shows(board, f"moves {count},")

    def test_what_was_missed_is_heard_however_much_it_is(self):
        board = self.begin("masume sokoban 1")
        self.bot.kill()
        # More than one answer holds. All steps are possible: to the right and back, by two people.
        steps = 0
        while steps < 120:
            presses = [self.press(board, sign, who) for who in [self.anna, self.bert] for sign in [RIGHT, LEFT]]
            steps += len(presses)
            # Taken back in another order than pressed, which is a right step and a left one all the same.
            for who, press in zip([self.anna, self.anna, self.bert, self.bert], presses):
                who.redact(self.room, press)
                steps += 1
        self.bot.start()
        # A reaction that was taken back before it was read has no sign left, and both are none. So this one counts.
        self.press(board, RIGHT)
        self.shows(board, "moves 1,")

    def test_what_was_missed_is_done_once_and_in_order(self):
        board = self.begin("masume sokoban 1")
        boards = [board] + [self.begin("masume sokoban 1") for _ in range(13)]
        self.bot.kill()
        for board in boards:
            for who in [self.anna, self.bert]:
                for sign in [RIGHT, LEFT, UP, DOWN]:
                    self.press(board, sign, who)
        self.bot.start()
        for board in boards:
            self.shows(board, "moves 8,")
        edits = [it for it in self.posted() if it["content"].get("m.relates_to", {}).get("rel_type") == "m.replace"]
        self.assertLess(len(edits), 8 * len(boards))

    def test_events_that_are_told_again_do_nothing(self):
        early = self.read_up_to()
        board = self.begin("masume sokoban 1")
        press = self.press(board, RIGHT)
        self.shows(board, "moves 1,")
        # Taken back is a move too. Each is shown before the next: several that come at once may be one edit.
        self.anna.redact(self.room, press)
        self.shows(board, "moves 2,")
        self.press(board, LEFT)
        self.shows(board, "moves 3,")
        before = len(self.anna.seen[self.room])
        self.bot.kill()
        self.read_up_to(early)
        self.bot.start()
        self.press(board, RIGHT)
        self.shows(board, "moves 4,")
        new = [it for it in self.anna.seen[self.room][before:] if it["sender"] == self.bot.name]
        # The last edit may be there twice: the bot was ended before it had kept that it was sent.
        shown = [it["content"]["m.new_content"]["formatted_body"] for it in new]
        self.assertTrue(all("moves 3," in text or "moves 4," in text for text in shown) and len(shown) < 3, new)

    def test_a_board_of_which_the_bot_heard_nothing_stands_there_once(self):
        between = Between(self.server)
        self.addCleanup(between.close)
        bot = Bot(between, "late")
        self.addCleanup(bot.close)
        room = self.anna.room(bot.name, self.bert.name)
        self.bert.enter(room)
        self.anna.until(lambda: self.anna.events(room, "m.room.message", bot.name))
        between.withholds = True
        start = self.anna.say(room, "masume sokoban 1")
        self.assertTrue(between.withheld.wait(PATIENCE))
        bot.kill()
        between.withholds = False
        # People see it, and play before the bot is back.
        board = self.anna.answer(room, start, bot.name)
        press = self.anna.press(room, board, RIGHT)
        self.bert.press(room, board, LEFT)
        bot.start()
        self.shows(board, "moves 2,")
        self.anna.redact(room, press)
        self.shows(board, "moves 3,")
        posts = [it for it in self.anna.events(room, "m.room.message", bot.name) if "m.new_content" not in it["content"]]
        # The greeting, and the board.
        self.assertEqual(len(posts), 2)

    def test_a_server_that_was_away_is_found_again(self):
        board = self.begin("masume sokoban 1")
        self.server.kill()
        self.assertIn("does not answer", self.bot.process.stderr.readline())
        self.server.start(self.server.port)
        self.assertIn("answers again", self.bot.process.stderr.readline())
        self.press(board, RIGHT)
        self.shows(board, "moves 1,")


class Hostile(Room):
    def test_nobody_is_called_and_nothing_is_formatted(self):
        for text in ["masume @room", "masume <b>x</b>", f"masume {self.anna.name}", "masume \u202e@here"]:
            posted = self.anna.answer(self.room, self.anna.say(self.room, text), self.bot.name)
            content = self.anna.messages[posted]
            self.assertEqual(content["m.mentions"], {})
            self.assertEqual(content["msgtype"], "m.notice")
            self.assertNotIn("<b>", content["formatted_body"])
            self.assertNotIn("@room", content["body"])
            self.assertNotIn(self.anna.name, content["body"])

    def test_what_is_no_wish_is_not_answered(self):
        self.anna.say(self.room, "x" * 60_000)
        self.anna.say(self.room, "sokoban 3")
        for kind, content in [
            ("m.room.message", {"msgtype": "m.notice", "body": "masume list"}),
            ("m.room.message", {"msgtype": "m.text", "body": ["masume list"]}),
            ("m.room.message", {"msgtype": "m.image", "body": "masume list"}),
            ("m.room.message", {}),
            ("m.reaction", {"m.relates_to": {"rel_type": "m.annotation", "event_id": "x"}}),
            ("m.reaction", {"m.relates_to": 7}),
            ("org.example.masume", {"body": "masume list"}),
        ]:
            try:
                self.anna.send(self.room, kind, content)
            except Refused:
                # The server keeps some of them off itself.
                pass
        said = self.anna.say(self.room, "masume list")
        edit = {"msgtype": "m.text", "body": "* masume list", "m.new_content": {"msgtype": "m.text", "body": "masume list"}}
        self.anna.send(self.room, "m.room.message", {**edit, "m.relates_to": {"rel_type": "m.replace", "event_id": said}})
        self.anna.answer(self.room, said, self.bot.name)
        self.anna.answer(self.room, self.anna.say(self.room, "masume help"), self.bot.name)
        # The greeting, the list, the help.
        self.assertEqual(len(self.posted()), 3)
        # An event of more than 64 KiB is none.
        with self.assertRaises(Refused):
            self.anna.say(self.room, "masume " + "x" * (1 << 20))

    def test_presses_under_other_messages_move_nothing(self):
        board = self.begin("masume sokoban 1")
        said = self.anna.say(self.room, "masume list")
        listed = self.anna.answer(self.room, said, self.bot.name)
        press = self.press(board, RIGHT)
        self.shows(board, "moves 1,")
        self.press(listed, RIGHT)
        self.press(said, RIGHT)
        self.press(board, "🦀")
        self.press(board, "x" * 400)
        # In a room of others, under the name of this one's message.
        other = self.bert.room(self.bot.name)
        self.bert.until(lambda: self.bert.events(other, "m.room.message", self.bot.name))
        try:
            self.bert.press(other, board, RIGHT)
        except Refused:
            pass
        # Who leads the room takes back the press of another: that is no move.
        bert = self.press(board, LEFT, self.bert)
        self.shows(board, "moves 2,")
        self.anna.redact(self.room, bert)
        # The bot's own signs are nobody's.
        ours = [it["event_id"] for it in self.anna.events(self.room, "m.reaction", self.bot.name)]
        self.anna.redact(self.room, ours[0])
        self.anna.redact(self.room, press)
        text = self.shows(board, "moves 3,")
        self.assertNotIn("moves 4,", text)

    def test_the_text_of_a_game_is_played_or_refused(self):
        games = Path(__file__).parents[3] / "crates/masume/tests/games"
        endless = self.begin("masume\n" + (games / "endless.masu").read_text())
        self.press(endless, self.signs(endless)[0])
        posted = self.anna.answer(self.room, self.anna.say(self.room, "masume\ngame X\n  nothing"), self.bot.name)
        self.assertNotIn("<pre>", self.anna.text(posted))
        board = self.begin("masume sokoban 1")
        self.press(board, RIGHT)
        self.shows(board, "moves 1,")

    def test_an_encrypted_room_is_told_so_and_left(self):
        room = self.anna.room(self.bot.name, encrypted=True)
        said = self.anna.until(lambda: self.anna.events(room, "m.room.message", self.bot.name))
        self.assertIn("encrypted", said[0]["content"]["body"])

        def membership():
            events = self.anna.events(room, "m.room.member", self.bot.name)
            return events[-1]["content"]["membership"] if events else None

        self.anna.until(membership, lambda found: found == "leave")
        self.assertEqual(len(self.anna.events(room, "m.room.message", self.bot.name)), 1)
        # One that is encrypted from now on is left, too.
        path = f"/_matrix/client/v3/rooms/{self.room}/state/m.room.encryption/"
        self.anna.client.ask("PUT", path, {"algorithm": "m.megolm.v1.aes-sha2"})
        members = lambda: self.anna.events(self.room, "m.room.member", self.bot.name)[-1]["content"]["membership"]
        self.anna.until(members, lambda found: found == "leave")


class Secrets(Room):
    def run_bot(self, lines, **variables):
        """The bot with these settings and variables, and a data folder of its own."""
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        settings = f'homeserver = "http://127.0.0.1:{self.server.port}"\n' + lines
        return begun("matrix", settings, folder.name, **variables)

    def test_secrets_are_in_no_argument_and_in_no_other_program(self):
        programs = self.bot.programs()
        self.assertEqual(len(programs), 2)
        for program in programs:
            self.assertNotIn(self.bot.token.encode(), Path(f"/proc/{program}/cmdline").read_bytes())
        self.assertIn(self.bot.token.encode(), Path(f"/proc/{programs[0]}/environ").read_bytes())
        self.assertNotIn(self.bot.token.encode(), Path(f"/proc/{programs[1]}/environ").read_bytes())

    def test_a_secret_that_is_not_taken_is_not_repeated(self):
        for variables in [{"MASUME_MATRIX_TOKEN": "s3cret"}, {"MASUME_MATRIX_PASSWORD": "s3cret"}]:
            bot = self.run_bot('user = "masume"\n', **variables)
            _, said = bot.communicate()
            self.assertEqual(bot.returncode, 1, said)
            self.assertNotIn("s3cret", said)
        # A file that others can read, with a secret.
        bot = self.run_bot('token = "s3cret"\n')
        _, said = bot.communicate()
        self.assertIn("chmod 600", said)
        self.assertNotIn("s3cret", said)

    def test_a_password_is_enough(self):
        bot = self.run_bot('user = "masume"\n', MASUME_MATRIX_PASSWORD="password of masume")
        self.assertIn(self.bot.name, bot.stderr.readline())
        bot.kill()
        bot.communicate()


class Games(Room):
    def test_a_full_room_plays_in_threads(self):
        roots = [self.anna.say(self.room, f"table {number}") for number in range(12)]
        boards = [self.begin("masume sokoban 1", thread=root) for root in roots]
        for board in boards:
            event = next(it for it in self.posted() if it["event_id"] == board)
            self.assertEqual(event["content"]["m.relates_to"]["rel_type"], "m.thread")
        for number, board in enumerate(boards):
            for sign in [RIGHT, LEFT][: number % 2 + 1]:
                self.press(board, sign, [self.anna, self.bert][number % 2])
        for number, board in enumerate(boards):
            self.shows(board, f"moves {number % 2 + 1},")
        # Talk in a thread is not answered; an answer to the board is a move.
        count = len(self.posted())
        self.anna.say(self.room, "hello there", thread=roots[0])
        self.anna.say(self.room, "left", reply=boards[0], thread=roots[0])
        self.shows(boards[0], "moves 2,")
        self.assertEqual(len(self.posted()), count + 1)

    def test_two_take_seats_and_others_watch(self):
        board = self.begin("masume tic-tac-toe vs @bert")
        self.anna.say(self.room, "b2", reply=board)
        self.shows(board, "nought to act")
        self.anna.say(self.room, "a1", reply=board)
        self.shows(board, "other&#39;s turn")
        self.bert.say(self.room, "a1", reply=board)
        text = self.shows(board, "cross to act")
        self.assertEqual((text.count("❌"), text.count("⭕")), (1, 1))

    def test_a_game_and_an_opponent_are_called_as_people_see_them(self):
        start, shown = "masume　三目並べ vs ", "Bert of the hall"
        link = f'<a href="https://matrix.to/#/{self.bert.name}">{shown}</a>'
        board = self.begin(start + shown, format="org.matrix.custom.html", formatted_body=start + link)
        self.assertIn("@\u2060bert:localhost", self.anna.text(board))
        self.anna.say(self.room, "ｂ２", reply=board)
        self.shows(board, "nought to act")
        self.bert.say(self.room, "ａ１", reply=board)
        self.shows(board, "cross to act")

    def test_a_large_board_is_a_picture_where_that_is_wanted(self):
        board = self.begin("masume othello")
        before = dict(self.anna.messages[board])
        self.assertEqual((before["msgtype"], before["filename"]), ("m.image", "board.png"))
        self.assertIn("Othello", before["body"])
        self.assertNotIn("<pre>", before["formatted_body"])
        self.assertTrue(self.anna.picture(before["url"]).startswith(b"\x89PNG"))
        # An edit replaces it.
        self.anna.say(self.room, "d3", reply=board)
        after = self.anna.until(lambda: self.anna.messages[board], lambda found: found["url"] != before["url"])
        self.assertNotEqual(self.anna.picture(after["url"]), self.anna.picture(before["url"]))
        # Where a room wants none, the board is in letters.
        self.anna.answer(self.room, self.anna.say(self.room, "masume pictures off"), self.bot.name)
        self.bert.say(self.room, "c3", reply=board)
        self.shows(board, "<pre>")

    def test_every_shipped_game_is_begun_played_and_undone(self):
        # Each picture is another file: boards are compared in letters.
        self.anna.answer(self.room, self.anna.say(self.room, "masume pictures off"), self.bot.name)
        said = {name: self.anna.say(self.room, f"masume {name}") for name in SHIPPED}
        boards = {name: self.anna.answer(self.room, message, self.bot.name) for name, message in said.items()}

        def board(name):
            return re.search(r"<pre><code>(.*?)</code></pre>", self.anna.text(boards[name]), re.DOTALL)[1]

        def said_in(who, texts):
            """Says these of games, in answer to their boards, and waits until all are shown."""
            counts = {name: self.edits(boards[name]) for name in texts}
            for name, text in texts.items():
                who.say(self.room, text, reply=boards[name])
            for name, count in counts.items():
                self.anna.until(lambda: self.edits(boards[name]) > count)

        def listed(name):
            found = re.search(r"possible: (.*?)(<br>|<pre>|$)", self.anna.text(boards[name]))
            return found and html.unescape(found[1]).split(", ")

        check_every_game(self, [self.anna, self.bert], board, said_in, listed)

    def edits(self, message):
        relations = [it["content"].get("m.relates_to", {}) for it in self.posted()]
        return sum(it.get("rel_type") == "m.replace" and it["event_id"] == message for it in relations)
