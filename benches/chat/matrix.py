"""Presses in rooms of Matrix, on a Synapse of its own on this machine whose limits are lifted.

Usage: MASUME=target/release/masume target/synapse/bin/python benches/chat/matrix.py [--rate 100] [--seconds 60] [--rooms 10]

`crates/matrix/tests/run` installs what it needs; `masume-matrix` must lie beside the program. It presses signs (a step to
the right and back, which is always legal) first one after another, and prints the time from a press to the edit that shows it;
then at a steady rate in many rooms, and prints how many edits showed them, and that none was lost. What the server itself
takes is in both figures: it stores presses and edits alike.
"""

import argparse
import re
import sys
import threading
import time
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parents[2] / "crates" / "matrix" / "tests"))

from bot import Bot
from homeserver import Homeserver
from people import Person

RIGHT, LEFT = "➡️", "⬅️"
MOVES = re.compile(r"moves (\d+),")

parser = argparse.ArgumentParser()
for name, usual in [("rate", 100), ("seconds", 60), ("rooms", 10), ("people", 5), ("alone", 50)]:
    parser.add_argument(f"--{name}", type=int, default=usual)
asked = parser.parse_args()

server = Homeserver()
bot = Bot(server)
people = [Person(server, f"person{number}") for number in range(asked.people)]
anna = people[0]
boards = []
for _ in range(asked.rooms):
    room = anna.room(bot.name, *[it.name for it in people[1:]])
    for person in people[1:]:
        person.enter(room)
    anna.until(lambda: anna.events(room, "m.room.message", bot.name))
    board = anna.answer(room, anna.say(room, "masume sokoban 1"), bot.name)
    anna.until(lambda: len(anna.signs(room, board, bot.name)) == 8)
    boards.append((room, board))


def moves(board):
    return int(MOVES.search(anna.text(board))[1])


class Presser:
    """A person who presses the next sign of a board, or takes their press of it back."""

    def __init__(self, person):
        self.person = person
        self.pressed = {}

    def press(self, room, board, sign):
        press = self.pressed.pop((board, sign), None)
        if press:
            self.person.redact(room, press)
        else:
            self.pressed[board, sign] = self.person.press(room, board, sign)


alone = Presser(people[1])
room, board = boards[0]
delays = []
for number in range(asked.alone):
    begun = time.monotonic()
    alone.press(room, board, [RIGHT, LEFT][number % 2])
    anna.until(lambda: moves(board), lambda found: found == number + 1)
    delays.append((time.monotonic() - begun) * 1000)
delays.sort()
print(f"a press to its edit: median {delays[len(delays) // 2]:.0f} ms, {delays[-1]:.0f} ms at most, of {len(delays)}")

# Each has boards of their own: two at one board could be overtaken by each other and press into a wall.
made = [0] * len(boards)
made[0] = asked.alone


def press_on(index):
    presser = Presser(Person.__new__(Person))
    presser.person.__dict__.update(people[index].__dict__)
    presser.person.again(server)
    own = [it for it in range(len(boards)) if it % len(people) == index]
    begun, count = time.monotonic(), 0
    if index == 1:
        presser.pressed = alone.pressed
    while time.monotonic() < begun + asked.seconds:
        number = own[count % len(own)]
        # A person goes on where the other left, and nobody presses what they pressed.
        presser.press(*boards[number], [RIGHT, LEFT][made[number] % 2])
        made[number] += 1
        count += 1
        ahead = begun + count * len(people) / asked.rate - time.monotonic()
        if ahead > 0:
            time.sleep(ahead)


before = sum(made)
memory = bot.memory()
begun = time.monotonic()
pressers = [threading.Thread(target=press_on, args=[index]) for index in range(len(people))]
for presser in pressers:
    presser.start()
for presser in pressers:
    presser.join()
took = time.monotonic() - begun
print(f"{sum(made) - before} presses in {took:.1f} s: {(sum(made) - before) / took:.0f} a second")
for number, (room, board) in enumerate(boards):
    anna.until(lambda: moves(board), lambda found: found == made[number])
print(f"none lost, seen {time.monotonic() - begun - took:.1f} s after the last; memory {memory >> 20} MiB, then {bot.memory() >> 20} MiB")
edits = [
    event
    for room, _ in boards
    for event in anna.events(room, "m.room.message", bot.name)
    if event["content"].get("m.relates_to", {}).get("rel_type") == "m.replace"
]
print(f"{len(edits)} edits showed {sum(made)} presses")
bot.close()
server.close()
