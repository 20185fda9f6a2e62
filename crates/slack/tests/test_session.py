"""Sessions in channels: the one of the article message for message, kills, limits, hostile people, every shipped game."""

import json
import re
import sqlite3
import tempfile
import time
import unittest
from pathlib import Path

from bot import Bot, secrets
from games import ROOT, SHIPPED, check_every_game, check_recorded
from program import begun
from workspace import ME, PATIENCE, Workspace

LEFT, UP, DOWN, RIGHT = "⬅️", "⬆️", "⬇️", "➡️"
UNDO, RESTART, HINT, NEXT = "↩️", "🔄", "💡", "⏭️"
NAMES = {LEFT: "arrow_left", UP: "arrow_up", DOWN: "arrow_down", RIGHT: "arrow_right"}
ANNA, BERT, HALL = "U0ANNA", "U0BERT", "C0HALL"


class Channel(unittest.TestCase):
    """Anna and Bert in a workspace of each test with the bot."""

    settings = ""

    def setUp(self):
        self.slack = Workspace()
        self.addCleanup(self.slack.stop)
        self.slack.names |= {ANNA: "Anna", BERT: "Bert"}
        self.bot = Bot(self.slack, self.settings)
        self.addCleanup(self.bot.close)

    def posts(self):
        return [question for method, question in self.slack.calls if method == "chat.postMessage"]

    def posted(self, count):
        """The message that was posted as this one, from one."""
        self.slack.until(lambda: len(self.slack.messages), lambda found: found >= count)
        return sorted(self.slack.messages, key=lambda place: place[1])[count - 1][1]

    def begin(self, text, who=ANNA, thread=None, channel=HALL):
        """Begins a game; its message."""
        count = len(self.slack.messages)
        self.slack.say(who, channel, text, thread)
        message = self.posted(count + 1)
        self.assertTrue(self.slack.buttons(channel, message), self.text(message, channel))
        self.known(message, channel)
        return message

    def known(self, message, channel=HALL):
        """Waits until the bot keeps that a board is in this message: nobody presses sooner than Slack has answered."""
        file = sqlite3.connect(Path(self.bot.folder.name) / "chat.sqlite", timeout=PATIENCE)
        name, end = f"message/{channel}\n{message}", time.monotonic() + PATIENCE
        while not file.execute("select 1 from note where name = ?", (name,)).fetchall():
            self.assertLess(time.monotonic(), end, "in vain")
            time.sleep(0.005)
        file.close()

    def text(self, message, channel=HALL):
        return self.slack.text(channel, message)

    def shows(self, message, words, channel=HALL):
        """Waits until the message shows these words."""
        return self.slack.until(lambda: self.text(message, channel), lambda text: words in text)

    def press(self, message, sign, who=ANNA):
        buttons = self.slack.buttons(HALL, message)
        place = buttons.index(sign) if sign in buttons else 99
        return self.slack.press(who, HALL, message, sign, f"masume-{place}")

    def react(self, message, sign, who=ANNA, added=True):
        return self.slack.react(who, HALL, message, NAMES[sign], added)


class Article(Channel):
    def test_the_session_of_the_article_is_as_it_was_recorded(self):
        lines, written = [], 0

        def turn(line, count):
            """What the bot does after this: so many calls, or none before the next turn."""
            nonlocal written
            calls = lambda: [it for it in self.slack.calls if it[0].startswith(("chat.", "reactions."))]
            self.slack.until(lambda: len(calls()), lambda found: found >= written + count)
            self.slack.settled()
            new = calls()[written:]
            self.assertEqual(len(new), count, new)
            lines.append("> " + line)
            lines.extend(f"< {method} {json.dumps(said, ensure_ascii=False, sort_keys=True)}" for method, said in new)
            written += count

        self.slack.say(ANNA, HALL, f"<@{ME}> sokoban 3")
        turn("anna: @masume sokoban 3", 1)
        board = self.posted(1)
        self.known(board)
        reacted = set()

        def move(who, name, sign):
            """Presses a button; every other time a reaction, which is taken back if it was there: a move too."""
            if len(lines) // 2 % 3 == 0:
                self.press(board, sign, who)
                return turn(f"{name} presses {sign}", 1)
            added = (who, sign) not in reacted
            reacted.symmetric_difference_update({(who, sign)})
            self.react(board, sign, who, added)
            return turn(f"{name} {'adds' if added else 'takes back'} {sign}", 1)

        for who, name, sign in [(ANNA, "anna", RIGHT), (ANNA, "anna", RIGHT), (ANNA, "anna", LEFT)]:
            self.react(board, sign, who, (who, sign) not in reacted)
            reacted.symmetric_difference_update({(who, sign)})
            turn(f"{name} {'adds' if (who, sign) in reacted else 'takes back'} {sign}", 1)
        self.press(board, UNDO, BERT)
        turn(f"bert presses {UNDO}", 1)
        solution = [UP, RIGHT, DOWN, LEFT, DOWN, RIGHT, RIGHT, UP, RIGHT, DOWN, DOWN, DOWN]
        for number, sign in enumerate(solution):
            move(*[(BERT, "bert"), (ANNA, "anna")][number % 2], sign)
        self.assertIn("solved", self.text(board))
        # After the end nothing moves.
        self.press(board, HINT)
        self.react(board, LEFT, BERT)
        turn(f"anna presses {HINT}, bert adds {LEFT}", 0)
        self.slack.say(ANNA, HALL, "masume language en")
        turn("anna: masume language en", 1)
        check_recorded(self, "slack.txt", lines)


class Signs(Channel):
    settings = 'signs = "reactions"\n'

    def test_signs_are_reactions_where_that_is_wanted(self):
        self.slack.say(ANNA, HALL, "masume sokoban 1")
        board = self.posted(1)
        self.known(board)
        self.slack.until(lambda: len(self.slack.messages[HALL, board]["reactions"]), lambda found: found == 8)
        self.assertEqual(self.slack.buttons(HALL, board), [])
        # Its own are no moves.
        self.react(board, RIGHT)
        self.shows(board, "moves 1,")
        self.react(board, RIGHT, added=False)
        self.react(board, LEFT, BERT)
        self.shows(board, "moves 3,")


class Kills(Channel):
    def test_a_bot_that_is_killed_goes_on_where_it_was(self):
        board = self.begin("masume sokoban 1")
        is_there = False
        for count in range(1, 13):
            if count % 2:
                self.press(board, RIGHT)
            else:
                is_there = not is_there
                self.react(board, LEFT, BERT, added=is_there)
            if count % 3:
                # It is told to the bot that is killed, or to the next one, or to both: it is done once.
                self.bot.kill()
                self.bot.start()
            self.shows(board, f"moves {count},")

    def test_what_was_missed_is_done_once_and_in_order(self):
        boards = [self.begin("masume sokoban 1") for _ in range(10)]
        self.bot.kill()
        for board in boards:
            for sign in [RIGHT, LEFT, RIGHT, LEFT]:
                self.press(board, sign)
        self.bot.start()
        for board in boards:
            self.shows(board, "moves 4,")

    def test_what_is_told_again_is_done_once(self):
        board = self.begin("masume sokoban 1")
        event = self.react(board, RIGHT)
        self.slack.react(ANNA, HALL, board, NAMES[RIGHT], event=event)
        moment = self.press(board, LEFT)
        place = self.slack.buttons(HALL, board).index(LEFT)
        self.slack.press(ANNA, HALL, board, LEFT, f"masume-{place}", moment)
        self.shows(board, "moves 2,")
        self.slack.settled()
        # A bot that was begun anew knows it, too.
        self.bot.kill()
        self.bot.start()
        self.slack.react(ANNA, HALL, board, NAMES[RIGHT], event=event)
        self.slack.press(ANNA, HALL, board, LEFT, f"masume-{place}", moment)
        self.react(board, RIGHT, BERT, added=False)
        text = self.shows(board, "moves 3,")
        self.slack.settled()
        self.assertEqual(self.text(board), text)
        # A wish that is told again is granted once.
        said = {"type": "message", "user": ANNA, "text": "masume list", "ts": self.slack.moment(), "channel": HALL}
        event = self.slack.push(said)
        self.slack.push(said, event)
        self.slack.settled()
        self.posted(2)
        self.begin("masume sokoban 1")
        self.assertEqual(len([it for it in self.posts() if "othello" in it["text"]]), 1)

    def ended_at_a_post(self):
        """A bot that is killed when its board is posted, and begun again before it could hear that; the board."""
        self.slack.withheld = {"chat.postMessage": 1}
        self.slack.say(ANNA, HALL, "masume sokoban 1")
        board = self.posted(1)
        self.bot.kill()
        self.slack.released.set()
        self.bot.start()
        return board

    def test_a_board_whose_post_was_not_answered_is_posted_and_the_old_one_says_so(self):
        old = self.ended_at_a_post()
        new = self.posted(2)
        self.known(new)
        # Others cannot have it moved.
        row = self.slack.row(HALL, old)
        self.slack.press(ANNA, "C0OTHER", old, RIGHT, row=row)
        self.slack.press(ANNA, HALL, new, "🦀", row=row)
        self.press(old, RIGHT)
        self.shows(old, "newer message")
        self.assertEqual(self.slack.buttons(HALL, old), [])
        self.press(new, RIGHT)
        self.shows(new, "moves 1,")
        self.press(new, LEFT)
        self.shows(new, "moves 2,")
        self.slack.settled()
        self.assertEqual(len(self.posts()), 2)

    def test_a_board_that_is_pressed_before_it_is_posted_anew_loses_no_press(self):
        self.slack.withheld = {"chat.postMessage": 2}
        self.slack.say(ANNA, HALL, "masume sokoban 1")
        old = self.posted(1)
        self.bot.kill()
        self.bot.start()
        new = self.posted(2)
        self.press(old, RIGHT)
        self.slack.settled()
        self.slack.released.set()
        self.shows(new, "moves 1,")
        self.shows(old, "newer message")
        self.press(new, LEFT, BERT)
        self.shows(new, "moves 2,")

    def test_a_board_that_was_never_posted_is_posted_by_the_next_bot(self):
        self.slack.faults = {"chat.postMessage": [600]}
        self.slack.say(ANNA, HALL, "masume sokoban 1")
        self.slack.settled()
        self.slack.until(lambda: self.slack.faults["chat.postMessage"] == [])
        self.bot.kill()
        self.bot.start()
        board = self.posted(1)
        self.known(board)
        self.press(board, RIGHT)
        self.shows(board, "moves 1,")

    def test_a_slack_that_was_away_is_found_again(self):
        board = self.begin("masume sokoban 1")
        self.slack.settled()
        self.slack.stop()
        self.assertIn("does not answer", self.bot.process.stderr.readline())
        self.slack.start(self.slack.port)
        self.assertIn("answers again", self.bot.process.stderr.readline())
        self.press(board, RIGHT)
        self.shows(board, "moves 1,")

    def test_the_socket_is_opened_anew_where_slack_asks_for_it(self):
        board = self.begin("masume sokoban 1")
        for count, reason in enumerate(["warning", "refresh_requested"], 1):
            opened = self.slack.opened
            old = self.slack.sockets[-1]
            old.tell({"type": "disconnect", "reason": reason, "debug_info": {"host": "stand-in"}})
            # Until the next one is there, the old one is listened to.
            self.press(board, [RIGHT, LEFT][count - 1])
            self.shows(board, f"moves {count},")
            self.slack.until(lambda: self.slack.opened, lambda found: found == opened + 1)
            self.slack.until(lambda: old not in self.slack.sockets)
        # And where the connection breaks off.
        opened = self.slack.opened
        self.slack.sockets[-1].close()
        self.slack.until(lambda: self.slack.opened, lambda found: found == opened + 1)
        self.press(board, RIGHT)
        self.shows(board, "moves 3,")


class Limits(Channel):
    def test_edits_are_joined_and_the_last_board_is_right(self):
        board = self.begin("masume sokoban 1")
        self.slack.faults = {"chat.update": [1, 1, 1]}
        for number in range(30):
            self.press(board, [RIGHT, LEFT][number % 2], [ANNA, BERT][number % 2])
        self.shows(board, "moves 30,")
        self.assertLess(self.slack.messages[HALL, board]["edits"], 30)
        # Another method is not held up by that.
        self.slack.faults = {"chat.update": [600]}
        self.press(board, RIGHT)
        self.slack.until(lambda: self.slack.faults["chat.update"] == [])
        self.begin("masume sokoban 2")

    def test_a_message_is_posted_in_the_end(self):
        self.slack.faults = {"chat.postMessage": [1, "html", "internal_error", 1]}
        self.begin("masume sokoban 1")

    def test_where_a_message_cannot_be_edited_it_is_posted_anew(self):
        board = self.begin("masume sokoban 1")
        for count, error in enumerate(["cant_update_message", "edit_window_closed", "message_not_found"], 1):
            self.slack.settled()
            self.slack.faults = {"chat.update": [error]}
            self.press(board, [RIGHT, LEFT][(count - 1) % 2])
            new = self.posted(count + 1)
            self.known(new)
            self.shows(new, f"moves {count},")
            self.shows(board, "newer message")
            self.assertEqual(self.slack.buttons(HALL, board), [])
            # What is pressed under the old one moves nothing.
            self.slack.press(ANNA, HALL, board, RIGHT)
            board = new
        self.slack.settled()
        self.assertIn("moves 3,", self.text(board))


class Hostile(Channel):
    def test_nobody_is_called_and_nothing_is_formatted(self):
        for text in ["masume &lt;!here&gt;", f"masume <@{ANNA}>", "masume *b*", "masume <https://a.org|a>", "masume \u202e@here"]:
            count = len(self.slack.messages)
            asked = self.slack.say(ANNA, HALL, text)
            message = self.posted(count + 1)
            shown = self.slack.messages[HALL, message]
            self.assertEqual(shown["thread_ts"], asked)
            for block in shown["blocks"]:
                self.assertEqual((block["text"]["type"], block["text"]["emoji"]), ("plain_text", False))
            self.assertNotRegex(shown["text"], r"<|@\w|\u202e")
            self.assertNotRegex(self.text(message), r"@\w|\u202e")

    def test_what_is_no_wish_is_not_answered(self):
        board = self.begin("masume sokoban 1")
        for more in [
            {"subtype": "bot_message"},
            {"subtype": "message_changed", "message": {"ts": "1.1", "text": "masume list", "user": ANNA}},
            {"subtype": "message_deleted", "deleted_ts": "1.1"},
            {"subtype": "channel_join"},
            {"bot_id": "B0OTHER"},
            {"user": ME},
            {"hidden": True},
            {"text": None},
            {"channel": None},
            {"type": "app_mention"},
            {"type": "something_new", "item": 7},
        ]:
            self.slack.say(ANNA, HALL, "masume list", None, more)
        self.slack.say(ANNA, HALL, "sokoban 3")
        self.slack.say(ANNA, HALL, "x" * (1 << 20))
        self.slack.say(ANNA, HALL, "masume " + "x" * (1 << 20))
        for frame in [b"", b"{", b"[]", b'{"type": "hello"}', b'{"type": "events_api"}', b'{"payload": []}', b"x" * 100_000]:
            self.slack.sockets[-1].tell(frame)
        self.slack.sockets[-1].write(2, b"\xff\x00")
        for payload in [None, 7, [], {}, {"event": 7}, {"type": "block_actions"}]:
            for kind in ["events_api", "interactive", "slash_commands", "something_new"]:
                with self.slack.lock:
                    self.slack.send({"type": kind, "payload": payload, "accepts_response_payload": False})
        self.press(board, RIGHT)
        self.shows(board, "moves 1,")
        # All of it was acknowledged; the board and the answer to the long wish were posted.
        self.slack.settled()
        self.posted(2)
        self.assertEqual(len(self.posts()), 2, self.posts())

    def test_presses_that_are_forged_or_of_elsewhere_move_nothing(self):
        board = self.begin("masume sokoban 1")
        self.slack.say(ANNA, HALL, "masume list")
        listed = self.posted(2)
        press = self.slack.press
        for value in ["🦀", "", "x" * 2000, "right", "➡️➡️", "\u0000", "1"]:
            press(ANNA, HALL, board, value)
        press(ANNA, HALL, listed, RIGHT)
        press(ANNA, HALL, "1.1", RIGHT)
        press(ANNA, "C0OTHER", board, RIGHT)
        press(ANNA, HALL, board, RIGHT, "other-app")
        press(ME, HALL, board, RIGHT)
        self.slack.react(ME, HALL, board, NAMES[RIGHT])
        self.slack.react(ANNA, HALL, board, "crab")
        self.slack.react(ANNA, HALL, listed, NAMES[RIGHT])
        self.slack.react(ANNA, "C0OTHER", board, NAMES[RIGHT], added=False)
        self.press(board, RIGHT)
        text = self.shows(board, "moves 1,")
        self.slack.settled()
        self.assertEqual(self.text(board), text)
        # A button of a level before: it has the same sign, and moves in the level that is there.
        self.press(board, NEXT)
        self.shows(board, "level 2")

    def test_the_text_of_a_game_is_played_or_refused(self):
        escaped = lambda text: text.replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;")
        endless = (ROOT / "crates/masume/tests/games/endless.masu").read_text()
        board = self.begin(f"masume\n```\n{escaped(endless)}```")
        self.press(board, self.slack.buttons(HALL, board)[0])
        self.slack.say(ANNA, HALL, "masume\n```game X\n  nothing```")
        refused = self.posted(2)
        self.assertEqual(self.slack.buttons(HALL, refused), [])
        board = self.begin("masume sokoban 1")
        self.press(board, RIGHT)
        self.shows(board, "moves 1,")


class Secrets(Channel):
    def run_bot(self, settings, **variables):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        return begun("slack", settings, folder.name, **variables)

    def ended(self, settings, **variables):
        bot = self.run_bot(settings, **variables)
        _, said = bot.communicate()
        self.assertEqual(bot.returncode, 1, said)
        for secret in ["s3cret", self.slack.app_token, self.slack.bot_token]:
            self.assertNotIn(secret, said)
        return said

    def test_secrets_are_in_no_argument_and_in_no_other_program(self):
        # The other program is there from its first answer on.
        self.begin("masume sokoban 1")
        programs = self.bot.programs()
        self.assertEqual(len(programs), 2)
        for token in [self.slack.app_token.encode(), self.slack.bot_token.encode()]:
            for program in programs:
                self.assertNotIn(token, Path(f"/proc/{program}/cmdline").read_bytes())
            self.assertIn(token, Path(f"/proc/{programs[0]}/environ").read_bytes())
            self.assertNotIn(token, Path(f"/proc/{programs[1]}/environ").read_bytes())

    def test_a_secret_that_is_not_taken_is_not_repeated(self):
        api = f'api = "{self.slack.address}"\n'
        known = secrets(self.slack)
        for name in known:
            self.assertIn("does not take", self.ended(api, **{**known, name: "s3cret"}))
            self.assertIn(name, self.ended(api, **{name: known[name]}))
        # A file that others can read, with a secret.
        self.assertIn("chmod 600", self.ended(api + 'bot-token = "s3cret"\n', **known))
        # A token that is taken back later.
        self.slack.faults = {"chat.postMessage": ["token_revoked"]}
        self.slack.say(ANNA, HALL, "masume list")
        self.assertEqual(self.bot.process.wait(), 1)

    def test_a_wrong_address_is_said_and_one_that_is_away_is_asked_again(self):
        known = secrets(self.slack)
        here = f"http://127.0.0.1:{self.slack.port}"
        self.assertIn("another server", self.ended(f'api = "{here}/elsewhere"\n', **known))
        self.assertIn("https://", self.ended('api = "http://slack.example.org/api"\n', **known))
        self.slack.stop()
        bot = self.run_bot(f'api = "{here}/api"\n', **known)
        self.assertIn("does not answer", bot.stderr.readline())
        self.slack.start(self.slack.port)
        self.assertIn("answers again", bot.stderr.readline())
        self.assertIn("masume", bot.stderr.readline())
        bot.kill()
        bot.communicate()


class Games(Channel):
    def test_a_full_channel_plays_in_threads(self):
        roots = [self.slack.say(ANNA, HALL, f"table {number}") for number in range(12)]
        boards = [self.begin("masume sokoban 1", thread=root) for root in roots]
        for root, board in zip(roots, boards):
            self.assertEqual(self.slack.messages[HALL, board]["thread_ts"], root)
        for number, board in enumerate(boards):
            for sign in [RIGHT, LEFT][: number % 2 + 1]:
                self.press(board, sign, [ANNA, BERT][number % 2])
        for number, board in enumerate(boards):
            self.shows(board, f"moves {number % 2 + 1},")
        # Talk in a thread is not answered; a move is one of the board there.
        self.slack.say(ANNA, HALL, "hello there", roots[0])
        self.slack.say(ANNA, HALL, "left", roots[0])
        self.shows(boards[0], "moves 2,")
        self.slack.settled()
        self.assertEqual(len(self.posts()), 12)

    def test_two_take_seats_and_others_watch(self):
        board = self.begin(f"masume tic-tac-toe vs <@{BERT}>")
        say = lambda who, text: self.slack.say(who, HALL, text, board)
        say(ANNA, "b2")
        text = self.shows(board, "nought to act")
        # People are shown by their names, which call nobody.
        self.assertIn("@\u2060Anna", text)
        self.assertIn("@\u2060Bert", text)
        self.assertNotIn(ANNA, self.slack.messages[HALL, board]["text"])
        say(ANNA, "a1")
        self.shows(board, "other's turn")
        say("U0CARL", "a1")
        self.shows(board, "U0CARL: that seat is taken")
        say(BERT, "a1")
        text = self.shows(board, "cross to act")
        self.assertEqual((text.count("❌"), text.count("⭕")), (1, 1))

    def test_a_large_board_is_a_picture_where_that_is_wanted(self):
        board = self.begin("masume othello")

        def picture():
            files = [it["slack_file"]["id"] for it in self.slack.messages[HALL, board]["blocks"] if it["type"] == "image"]
            return [self.slack.files[file]["data"] for file in files]

        [before] = self.slack.until(picture)
        self.assertTrue(before.startswith(b"\x89PNG"))
        self.assertNotIn("```", self.text(board))
        self.assertIn("Othello", self.slack.messages[HALL, board]["text"])
        # An edit replaces it; a file that is not known yet is waited for.
        self.slack.faults = {"chat.update": ["invalid_blocks"]}
        self.slack.say(ANNA, HALL, "d3", board)
        [after] = self.slack.until(picture, lambda found: found != [before])
        self.assertTrue(after.startswith(b"\x89PNG"))
        # Where files are not taken, and where a room wants none, the board is in letters.
        self.slack.faults = {"files.getUploadURLExternal": ["storage_limit_reached"]}
        self.slack.say(BERT, HALL, "c3", board)
        self.shows(board, "```")
        self.slack.say(ANNA, HALL, "masume pictures off")
        self.posted(2)
        self.slack.say(ANNA, HALL, "c4", board)
        self.slack.until(lambda: self.slack.messages[HALL, board]["edits"], lambda found: found == 3)
        self.assertIn("```", self.text(board))

    def test_every_shipped_game_is_begun_played_and_undone(self):
        boards = {name: self.begin(f"masume {name}") for name in SHIPPED}

        def board(name):
            blocks = self.slack.messages[HALL, boards[name]]["blocks"]
            files = [self.slack.files[block["slack_file"]["id"]] for block in blocks if block["type"] == "image"]
            return re.findall(r"```\n(.*?)```", self.text(boards[name]), re.DOTALL), [file["data"] for file in files]

        def edits(name):
            return self.slack.messages[HALL, boards[name]]["edits"]

        def said_in(who, texts):
            """Says these of games, in threads under their boards, and waits until all are shown."""
            counts = {name: edits(name) for name in texts}
            for name, text in texts.items():
                self.slack.say(who, HALL, text, boards[name])
            for name, count in counts.items():
                self.slack.until(lambda: edits(name), lambda found: found > count)

        def listed(name):
            found = re.search(r"possible: (.*)", self.text(boards[name]))
            return found and found[1].split(", ")

        check_every_game(self, [ANNA, BERT], board, said_in, listed)
