"""Presses in rooms of Matrix on a stand-in for a server that answers at once: what the bot itself bears.

Usage: MASUME=target/release/masume python3 benches/chat/fast.py [--rate 100] [--seconds 60] [--rooms 10] [--boards 50]

`masume-matrix` must be where programs are found. The stand-in takes what the bot sends and tells it, by the long question that it
asks (`/sync`), of people who press signs (a step to the right and back, which is always legal) at a steady rate in boards one after
another. It prints how many edits showed the presses, that none was lost, the time from a press to an edit that shows it, and
what of a processor the bot's two programs took. A real server stores each event besides: `matrix.py` measures with that.
"""

import argparse
import itertools
import json
import re
import sys
import threading
import time
import urllib.parse
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parents[2] / "crates" / "adapter" / "tests"))

from program import Program

RIGHT, LEFT = "➡️", "⬅️"
MOVES = re.compile(r"moves (\d+),")
BOT = "@masume:localhost"

parser = argparse.ArgumentParser()
for name, usual in [("rate", 100), ("seconds", 60), ("rooms", 10), ("boards", 50)]:
    parser.add_argument(f"--{name}", type=int, default=usual)
asked = parser.parse_args()

numbers = itertools.count(1)
changed = threading.Condition()
# Events that the bot is told of, with their rooms; what each board shows; moments of presses that are not seen.
events, shown, unseen, delays = [], {}, {}, []
boards, edits, sent = [], 0, {}


class Handler(BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"
    disable_nagle_algorithm = True

    def log_message(self, *_):
        pass

    def answer(self, value, status=200):
        data = json.dumps(value).encode()
        self.send_response(status)
        self.send_header("Content-Type", "application/json")
        self.send_header("Content-Length", str(len(data)))
        self.end_headers()
        self.wfile.write(data)

    def do_GET(self):
        address = urllib.parse.urlsplit(self.path)
        if address.path.endswith("/whoami"):
            return self.answer({"user_id": BOT})
        query = dict(urllib.parse.parse_qsl(address.query))
        since = int(query["since"]) if "since" in query else len(events)
        with changed:
            changed.wait_for(lambda: len(events) > since, timeout=int(query.get("timeout", 0)) / 1000)
            new, end = events[since:], len(events)
        rooms = {}
        for room, event in new:
            timeline = {"events": [], "limited": False, "prev_batch": str(since)}
            rooms.setdefault(room, {"timeline": timeline})["timeline"]["events"].append(event)
        self.answer({"next_batch": str(end), "rooms": {"join": rooms}})

    def do_PUT(self):
        global edits
        content = json.loads(self.rfile.read(int(self.headers["Content-Length"])))
        name = urllib.parse.unquote(self.path.rsplit("/", 1)[1])
        with changed:
            if name not in sent:
                sent[name] = f"$m{next(numbers)}"
                if "/m.room.message/" in self.path:
                    relation = content.get("m.relates_to", {})
                    if relation.get("rel_type") == "m.replace":
                        edits += 1
                        see(relation["event_id"], content["m.new_content"]["formatted_body"])
                    else:
                        boards.append(sent[name])
                        see(sent[name], content["formatted_body"])
                changed.notify_all()
        self.answer({"event_id": sent[name]})


def see(board, text):
    shown[board] = int(MOVES.search(text)[1])
    waiting = unseen.setdefault(board, [])
    # A press is seen with the count of moves that it made.
    while waiting and waiting[0][0] <= shown[board]:
        delays.append(time.monotonic() - waiting.pop(0)[1])


def tell(room, kind, content):
    event = {"type": kind, "sender": "@anna:localhost", "content": content, "event_id": f"$e{next(numbers)}", "origin_server_ts": 1}
    events.append((room, event))
    changed.notify_all()


class Server(ThreadingHTTPServer):
    daemon_threads = True

    def handle_error(self, *_):
        # The bot is ended in the midst of a question.
        pass


server = Server(("127.0.0.1", 0), Handler)
threading.Thread(target=server.serve_forever, daemon=True).start()
settings = f'homeserver = "http://127.0.0.1:{server.server_address[1]}"\n'
bot = Program("matrix", lambda: settings, {"MASUME_MATRIX_TOKEN": "x"}, BOT)
room_of = {}
for number in range(asked.boards):
    room = f"!r{number % asked.rooms}:localhost"
    with changed:
        # The bot reads from the moment on at which it first asked.
        while len(boards) == number:
            tell(room, "m.room.message", {"msgtype": "m.text", "body": "masume sokoban 1"})
            changed.wait_for(lambda: len(boards) > number, timeout=1)
    room_of[boards[number]] = room
time.sleep(1)

made = dict.fromkeys(room_of, 0)
boards = list(room_of)
before, edits, cpu = time.monotonic(), 0, bot.seconds()
count = asked.rate * asked.seconds
for number in range(count):
    board = boards[number % len(boards)]
    relation = {"rel_type": "m.annotation", "event_id": board, "key": [RIGHT, LEFT][made[board] % 2]}
    made[board] += 1
    with changed:
        unseen.setdefault(board, []).append((made[board], time.monotonic()))
        tell(room_of[board], "m.reaction", {"m.relates_to": relation})
    ahead = before + (number + 1) / asked.rate - time.monotonic()
    if ahead > 0:
        time.sleep(ahead)
took = time.monotonic() - before
with changed:
    assert changed.wait_for(lambda: all(shown[it] == made[it] for it in made), timeout=120), "a press was lost"
after = time.monotonic() - before - took
cpu = bot.seconds() - cpu
delays.sort()
print(f"{count} presses in {took:.1f} s: {count / took:.0f} a second; none lost, seen {after:.2f} s after the last, by {edits} edits")
print(f"a press to its edit: median {delays[len(delays) // 2] * 1000:.0f} ms, 99 of 100 within {delays[len(delays) * 99 // 100] * 1000:.0f} ms")
print(f"the bot took {cpu:.1f} s of a processor: {cpu / count * 1000:.1f} ms a press; memory {bot.memory() >> 20} MiB")
bot.close()
