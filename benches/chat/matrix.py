"""Presses in rooms of Matrix, on a Synapse of its own on this machine whose limits are lifted.

Usage: MASUME=target/release/masume target/synapse/bin/python benches/chat/matrix.py [--rate 100] [--seconds 60] [--rooms 10]
       [--without-bot] [--settings JSON]

`crates/matrix/tests/run` installs what it needs; `masume-matrix` must lie beside the program. It presses signs (a step to
the right and back, which is always legal) first one after another, and prints the time from a press to the edit that a person
sees; then at a steady rate in many rooms, and prints how many edits showed them, that none was lost, the time from each press to
the edit that showed it (by the clock of this machine, as the server stamps edits), and what of a processor each program took. With
`--without-bot` the same presses are sent to messages of a person, and nobody reads them: what the server bears by itself.
`--settings` are more settings of Synapse, such as `{"push": {"enabled": false}}`.
"""

import argparse
import atexit
import json
import re
import sys
import threading
import time
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parents[2] / "crates" / "matrix" / "tests"))

from bot import Bot
from homeserver import UNLIMITED, Client, Homeserver
from people import Person
from program import seconds_of

RIGHT, LEFT = "➡️", "⬅️"
MOVES = re.compile(r"moves (\d+),")

parser = argparse.ArgumentParser()
for name, usual in [("rate", 100), ("seconds", 60), ("rooms", 10), ("people", 5), ("alone", 50)]:
    parser.add_argument(f"--{name}", type=int, default=usual)
parser.add_argument("--without-bot", action="store_true")
parser.add_argument("--settings", type=json.loads, default={})
asked = parser.parse_args()

server = Homeserver({**UNLIMITED, **asked.settings})
atexit.register(server.close)
people = [Person(server, f"person{number}") for number in range(asked.people)]
anna = people[0]
bot = None if asked.without_bot else Bot(server)
if bot:
    atexit.register(bot.close)
boards = []
for number in range(asked.rooms):
    room = anna.room(*([] if asked.without_bot else [bot.name]), *[it.name for it in people[1:]])
    for person in people[1:]:
        person.enter(room)
    if asked.without_bot:
        boards.append((room, anna.say(room, "nobody moves here")))
        continue
    anna.until(lambda: anna.events(room, "m.room.message", bot.name))
    board = anna.answer(room, anna.say(room, "masume sokoban 1"), bot.name)
    anna.until(lambda: len(anna.signs(room, board, bot.name)) == 8)
    boards.append((room, board))


def moves(board):
    return int(MOVES.search(anna.text(board))[1])


class Presser:
    """People at one board, one after another by connections of their own: each presses both signs, and in the next round takes
    that back. (Of a press that is taken back before it was read, a server keeps nothing.)"""

    def __init__(self, room, board):
        self.people = []
        for person in people:
            copy = Person.__new__(Person)
            copy.__dict__.update(person.__dict__)
            copy.client = Client(server.port, person.token)
            self.people.append(copy)
        self.room, self.board = room, board
        self.pressed, self.moments = {}, []

    def press(self):
        number = len(self.moments)
        person, sign = self.people[number // 2 % len(self.people)], [RIGHT, LEFT][number % 2]
        self.moments.append(time.time() * 1000)
        press = self.pressed.pop((person.name, sign), None)
        if press:
            person.redact(self.room, press)
        else:
            self.pressed[person.name, sign] = person.press(self.room, self.board, sign)

    def press_on(self, first):
        """Presses at a steady rate from this moment on; late ones are made up for."""
        while (due := first + (len(self.moments) - self.before) * len(boards) / asked.rate) < begun + asked.seconds:
            if (ahead := due - time.monotonic()) > 0:
                time.sleep(ahead)
            self.press()


pressers = [Presser(*board) for board in boards]
if bot:
    delays = []
    for number in range(asked.alone):
        moment = time.monotonic()
        pressers[0].press()
        anna.until(lambda: moves(boards[0][1]), lambda found: found == number + 1)
        delays.append((time.monotonic() - moment) * 1000)
    delays.sort()
    print(f"a press alone to its edit: median {delays[len(delays) // 2]:.0f} ms, {delays[-1]:.0f} ms at most, of {len(delays)}")
    memory = bot.memory()
for presser in pressers:
    presser.before = len(presser.moments)
cpu = {"the server": lambda: seconds_of([server.process.pid]), "those who press": time.process_time}
if bot:
    cpu |= {"the bot's programs": bot.seconds}
spent = {name: seconds() for name, seconds in cpu.items()}
begun = time.monotonic()
threads = [threading.Thread(target=it.press_on, args=[begun + number / asked.rate]) for number, it in enumerate(pressers)]
for thread in threads:
    thread.start()
for thread in threads:
    thread.join()
took = time.monotonic() - begun
count = sum(len(it.moments) - it.before for it in pressers)
print(f"{count} presses in {took:.1f} s: {count / took:.1f} a second")
if bot:
    while unseen := [it for it in pressers if moves(it.board) != len(it.moments)]:
        assert time.monotonic() < begun + took + 120, f"{len(unseen)} boards do not show all presses"
        anna.look(1000)
    print(f"none lost, seen {time.monotonic() - begun - took:.1f} s after the last; memory {memory >> 20} MiB, then {bot.memory() >> 20} MiB")
for name, seconds in cpu.items():
    used = seconds() - spent[name]
    print(f"{name}: {used:.1f} s of a processor, {used / count * 1000:.1f} ms a press")
if bot:
    delays, edits = [], 0
    for presser in pressers:
        shown = [it for it in anna.events(presser.room, "m.room.message", bot.name) if "m.new_content" in it["content"]]
        shown = [(int(MOVES.search(it["content"]["m.new_content"]["formatted_body"])[1]), it["origin_server_ts"]) for it in shown]
        shown = [it for it in shown if it[0] > presser.before]
        edits += len(shown)
        for number, moment in enumerate(presser.moments[presser.before :], presser.before + 1):
            delays.append(next(at for moves, at in shown if moves >= number) - moment)
    delays.sort()
    print(f"{edits} edits showed them; a press to its edit: median {delays[len(delays) // 2]:.0f} ms, 99 of 100 within {delays[len(delays) * 99 // 100]:.0f} ms")
