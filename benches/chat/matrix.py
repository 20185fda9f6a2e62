"""Presses in rooms of Matrix, on a Synapse of its own on this machine whose limits are lifted.

Usage: MASUME=target/release/masume target/synapse/bin/python benches/chat/matrix.py [--rate 100] [--seconds 60] [--rooms 10]
       [--without-bot] [--spread] [--settings JSON]

`benches/chat/presses` builds and installs what it needs, and runs it; `masume-matrix` must lie beside the program. It presses signs (a
step to the right and back, which is always legal) first one after another, and then at a steady rate in many rooms. In the first room
another person watches, by the long question that programs ask (`/sync`). It prints how many edits showed the presses, that none was
lost, the time from the moment at which a press is sent to the edit that shows it, as who watches sees it and as the server stamps
edits, and what of a processor each program took. With `--without-bot` the same presses are sent to messages of a person, and nobody
reads them: what the server bears by itself.

Synapse runs on the first processor, and all else on the others; `--spread` lets the system choose. Files of the server are in
memory. `--settings` are more settings of Synapse, such as `{"push": {"enabled": false}}`; those of a server without other servers,
push and directory are in `LEAN` below, and taken where none are named.
"""

import argparse
import atexit
import json
import os
import re
import socket
import sys
import threading
import time
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parents[2] / "crates" / "matrix" / "tests"))

from bot import Bot
from homeserver import PATIENCE, UNLIMITED, Client, Homeserver
from people import NAMES, Person, quoted
from program import seconds_of

RIGHT, LEFT = "➡️", "⬅️"
MOVES = re.compile(r"moves (\d+),")
LENGTH = re.compile(rb"content-length: *(\d+)", re.IGNORECASE)
NAME = re.compile(rb'"event_id": *"([^"]+)"')
LEAN = {
    "push": {"enabled": False},
    "send_federation": False,
    "update_user_directory": False,
    "stats": {"enabled": False},
    "redaction_retention_period": None,
}

parser = argparse.ArgumentParser()
for name, usual in [("rate", 100), ("seconds", 60), ("rooms", 10), ("people", 5), ("alone", 50)]:
    parser.add_argument(f"--{name}", type=int, default=usual)
for name in ["without-bot", "spread"]:
    parser.add_argument(f"--{name}", action="store_true")
parser.add_argument("--settings", type=json.loads, default=LEAN)
asked = parser.parse_args()

runner, processors = [], sorted(os.sched_getaffinity(0))
if not asked.spread and len(processors) > 1:
    # Threads of an interpreter run one at a time: what they hand to each other from processor to processor costs half as much again.
    runner = ["taskset", "--cpu-list", str(processors[0])]
    os.sched_setaffinity(0, processors[1:])
server = Homeserver({**UNLIMITED, **asked.settings}, runner)
atexit.register(server.close)
people = [Person(server, f"person{number}") for number in range(asked.people)]
anna = people[0]
bot = None
if not asked.without_bot:
    watcher = Person(server, "watcher")
    bot = Bot(server)
    atexit.register(bot.close)
boards = []
for number in range(asked.rooms):
    others = [*people[1:], watcher] if bot and not number else people[1:]
    room = anna.room(*[it.name for it in ([bot] if bot else []) + others])
    for person in others:
        person.enter(room)
    if not bot:
        boards.append((room, anna.say(room, "nobody moves here")))
        continue
    anna.until(lambda: anna.events(room, "m.room.message", bot.name))
    board = anna.answer(room, anna.say(room, "masume sokoban 1"), bot.name)
    anna.until(lambda: len(anna.signs(room, board, bot.name)) == 8)
    boards.append((room, board))


def moves(board, who=anna):
    return int(MOVES.search(who.text(board))[1])


class Line:
    """A connection that stays open, with little work of its own: those who press are on the server's machine."""

    def __init__(self, token):
        self.socket = socket.create_connection(("127.0.0.1", server.port), timeout=PATIENCE)
        self.socket.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        self.head = f"HTTP/1.1\r\nHost: 127.0.0.1\r\nAuthorization: Bearer {token}\r\nContent-Type: application/json\r\n"

    def put(self, path, body):
        """Sends an event; its name."""
        body = json.dumps(body)
        self.socket.sendall(f"PUT {path} {self.head}Content-Length: {len(body)}\r\n\r\n{body}".encode())
        answer, is_whole = b"", False
        while not is_whole:
            piece = self.socket.recv(1 << 16)
            assert piece, "the server has hung up"
            answer += piece
            head, found, text = answer.partition(b"\r\n\r\n")
            if found and (length := LENGTH.search(head)):
                is_whole = len(text) >= int(length[1])
            else:
                # In pieces, of which the last has no bytes.
                is_whole = text.endswith(b"\r\n0\r\n\r\n")
        assert b" 200 " in head[:16], answer
        return NAME.search(text)[1].decode()


class Presser:
    """People at one board, one after another by connections of their own: each presses both signs, and in the next round takes
    that back. (Of a press that is taken back before it was read, a server keeps nothing.)"""

    def __init__(self, room, board):
        self.people = [(it.name, Line(it.token)) for it in people]
        self.path = f"/_matrix/client/v3/rooms/{quoted(room)}"
        self.room, self.board = room, board
        self.pressed, self.moments, self.waits, self.before = {}, [], [], 0

    def press(self):
        number = len(self.moments)
        (name, line), sign = self.people[number // 2 % len(self.people)], [RIGHT, LEFT][number % 2]
        self.moments.append(now())
        press = self.pressed.pop((name, sign), None)
        if press:
            line.put(f"{self.path}/redact/{quoted(press)}/{next(NAMES)}", {})
        else:
            relation = {"rel_type": "m.annotation", "event_id": self.board, "key": sign}
            self.pressed[name, sign] = line.put(f"{self.path}/send/m.reaction/{next(NAMES)}", {"m.relates_to": relation})
        self.waits.append(now() - self.moments[-1])

    def press_on(self, first):
        """Presses at a steady rate from this moment on; late ones are made up for, as far as there is time."""
        while (moment := time.monotonic()) < begun + asked.seconds:
            due = first + (len(self.moments) - self.before) * len(boards) / asked.rate
            if due > moment:
                time.sleep(due - moment)
            if due < begun + asked.seconds:
                self.press()

    def delays(self, shown):
        """Milliseconds from each press to the first of these counts of moves, with their moments, that it is in."""
        pressed = enumerate(self.moments[self.before :], self.before + 1)
        return [next(at for moves, at in shown if moves >= number) - moment for number, moment in pressed]

    def stamped(self):
        """Counts of moves that edits show, with the moments that the server stamped on them."""
        edits = [it for it in anna.events(self.room, "m.room.message", bot.name) if "m.new_content" in it["content"]]
        text = lambda it: it["content"]["m.new_content"]["formatted_body"]
        shown = [(int(MOVES.search(text(it))[1]), it["origin_server_ts"]) for it in edits]
        return [it for it in shown if it[0] > self.before]


class Watch(threading.Thread):
    """Somebody who sees a board: the counts of moves that it showed, with the moments at which they were seen."""

    def __init__(self, board):
        super().__init__()
        self.board, self.shown, self.last = board, [], None

    def run(self):
        while self.last is None or not self.shown or self.shown[-1][0] < self.last:
            watcher.look(1_000)
            if self.board in watcher.messages:
                count = moves(self.board, watcher)
                if not self.shown or self.shown[-1][0] != count:
                    self.shown.append((count, now()))


def now():
    return time.time() * 1000


def told(delays):
    delays.sort()
    return f"{delays[len(delays) // 2]:.0f} ms (median; 99 of 100 within {delays[len(delays) * 99 // 100]:.0f} ms, of {len(delays)})"


pressers = [Presser(*board) for board in boards]
cpu = {"Synapse": lambda: seconds_of([server.process.pid]), "those who press and watch": time.process_time}
if bot:
    delays = []
    for number in range(asked.alone):
        moment = now()
        pressers[0].press()
        anna.until(lambda: moves(boards[0][1]), lambda found: found == number + 1)
        delays.append(now() - moment)
    print("a press alone, to the moment at which another person sees its edit:", told(delays))
    watch = Watch(boards[0][1])
    watch.start()
    network, games = bot.programs()
    cpu |= {"masume-matrix": lambda: seconds_of([network]), "masume chat stdio": lambda: seconds_of([games])}
    memory = bot.memory()
for presser in pressers:
    presser.before = len(presser.moments)
    presser.waits.clear()
spent = {name: seconds() for name, seconds in cpu.items()}
begun = time.monotonic()
threads = [threading.Thread(target=it.press_on, args=[begun + number / asked.rate]) for number, it in enumerate(pressers)]
for thread in threads:
    thread.start()
for thread in threads:
    thread.join()
took = time.monotonic() - begun
used = {name: seconds() - spent[name] for name, seconds in cpu.items()}
count = sum(len(it.moments) - it.before for it in pressers)
print(f"{count} presses in {took:.1f} s: {count / took:.1f} a second; to the server's answer: {told([wait for it in pressers for wait in it.waits])}")
if bot:
    watch.last = len(pressers[0].moments)
    while unseen := [it for it in pressers if moves(it.board) != len(it.moments)]:
        assert time.monotonic() < begun + took + PATIENCE, f"{len(unseen)} boards do not show all presses"
        anna.look(1000)
    print(f"none lost, seen {time.monotonic() - begun - took:.1f} s after the last; memory {memory >> 20} MiB, then {bot.memory() >> 20} MiB")
    watch.join()
    print("a press to the moment at which another person sees its edit:", told(pressers[0].delays(watch.shown)))
    stamped = [it.stamped() for it in pressers]
    delays = [delay for it, shown in zip(pressers, stamped) for delay in it.delays(shown)]
    print(f"{sum(map(len, stamped))} edits showed them; a press to its edit as the server stamps it:", told(delays))
for name, seconds in used.items():
    print(f"{name}: {seconds / took * 100:.0f} % of a processor, {seconds / count * 1000:.1f} ms a press")
