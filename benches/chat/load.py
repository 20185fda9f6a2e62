"""Load on the bot of a chat: many plays, presses at a steady rate, and kills at random moments.

Usage: python3 benches/chat/load.py MASUME [--plays 1000] [--rooms 100] [--rate 20] [--seconds 60] [--kills 100]

It begins the plays through `masume chat stdio` in an empty data folder, presses signs in plays drawn at random (a
step to the right and back, which is always legal), does and reports what is ordered, and kills the bot with
signal 9. Each time it is begun again, it is told once more of the presses of which no edit was seen, as a chat does
that was not told that they arrived; after that, at most one press of a play may be lost, and none be done twice. It prints the memory of the bot on the way. `--rate 0` presses
as fast as the bot answers.
"""

import argparse
import json
import os
import random
import re
import selectors
import subprocess
import sys
import tempfile
import time

parser = argparse.ArgumentParser()
parser.add_argument("masume")
for name, usual in [("plays", 1000), ("rooms", 100), ("rate", 20), ("seconds", 60), ("kills", 100), ("seed", 1)]:
    parser.add_argument(f"--{name}", type=int, default=usual)
asked = parser.parse_args()
chance = random.Random(asked.seed)
folder = tempfile.TemporaryDirectory()
MOVES = re.compile(r"moves (\d+)")


class Bot:
    def __init__(self):
        self.process = subprocess.Popen(
            [asked.masume, "chat", "stdio"],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            env={**os.environ, "MASUME_DATA": folder.name, "LANG": "C"},
        )
        os.set_blocking(self.process.stdout.fileno(), False)
        self.ready = selectors.DefaultSelector()
        self.ready.register(self.process.stdout, selectors.EVENT_READ)
        self.rest = b""

    def tell(self, event):
        self.process.stdin.write(json.dumps(event).encode() + b"\n")
        self.process.stdin.flush()

    def orders(self, seconds):
        """Orders that came within this time; they are waited for no longer than for the first."""
        if self.ready.select(seconds):
            self.rest += self.process.stdout.read() or b""
        *lines, self.rest = self.rest.split(b"\n")
        return [json.loads(line) for line in lines]

    def memory(self):
        """Resident bytes of the program."""
        with open(f"/proc/{self.process.pid}/statm", encoding="ascii") as numbers:
            return int(numbers.read().split()[1]) * os.sysconf("SC_PAGE_SIZE")

    def kill(self):
        self.process.kill()
        self.process.wait()
        self.process.stdin.close()
        self.process.stdout.close()


# Of each play: moves that were pressed and should be there, moves that were seen, and its room.
pressed, shown, plays = {}, {}, {}
# Presses since the last edit that showed all of them, by play.
unseen = {}
events, delays, sent_at = 0, [], {}


def obey(bot, order):
    """Does an order, and reports that."""
    [(kind, order)] = order.items()
    done = {"ticket": order["ticket"]}
    if kind == "post":
        message = done["message"] = f"{order['reply']}-board"
        plays[message] = order["room"]
    else:
        message = order["message"]
    if kind != "react":
        text = "\n".join(line for block in order["content"]["blocks"] for line in block.values())
        shown[message] = int(MOVES.search(text).group(1))
        if shown[message] == pressed.get(message):
            unseen.pop(message, None)
        if message in sent_at:
            delays.append(time.monotonic() - sent_at.pop(message))
    bot.tell({"done": done})


def settle(bot):
    """Waits until nothing more is ordered: an event of nothing is answered with an error, after all before it."""
    is_busy = True
    while is_busy:
        bot.tell({})
        is_busy, is_answered = False, False
        while not is_answered:
            for order in bot.orders(60):
                if "error" in order:
                    is_answered = True
                else:
                    is_busy = True
                    obey(bot, order)


def press(bot):
    global events
    events += 1
    message = chance.choice(list(plays))
    sign = "➡️" if pressed.get(message, 0) % 2 == 0 else "⬅️"
    who = f"@{chance.randrange(50)}"
    sent_at.setdefault(message, time.monotonic())
    named = {"room": plays[message], "press": f"p{events}", "message": message, "sign": sign}
    event = {"pressed": {**named, "who": who, "added": True}}
    unseen.setdefault(message, []).append(event)
    bot.tell(event)
    pressed[message] = pressed.get(message, 0) + 1


bot = Bot()
for number in range(asked.plays):
    said = {"room": f"room{number % asked.rooms}", "message": f"m{number}", "who": "@anna", "text": "masume sokoban 1"}
    bot.tell({"said": said})
    for order in bot.orders(5):
        obey(bot, order)
settle(bot)
assert len(plays) == asked.plays, f"{len(plays)} boards"
print(f"{asked.plays} plays in {asked.rooms} rooms; memory {bot.memory() >> 20} MiB")

begun, kills, lost, most = time.monotonic(), 0, 0, 0
moments = sorted(chance.uniform(0, asked.seconds) for _ in range(asked.kills))
next_press, next_told = begun, begun
while (now := time.monotonic()) < begun + asked.seconds:
    if now >= next_press:
        press(bot)
        next_press = now if asked.rate == 0 else next_press + 1 / asked.rate
    for order in bot.orders(max(0.0, min(next_press - time.monotonic(), 0.05))):
        obey(bot, order)
    if now >= next_told:
        print(f"{now - begun:5.0f} s  {events} presses  {kills} kills  memory {bot.memory() >> 20} MiB", flush=True)
        next_told += max(asked.seconds / 10, 1)
    if moments and now - begun >= moments[0]:
        moments.pop(0)
        # The press that was sent last may be under way.
        bot.kill()
        kills += 1
        seen = dict(shown)
        sent_at.clear()
        bot = Bot()
        settle(bot)
        for event in [event for events_of_play in unseen.values() for event in events_of_play]:
            bot.tell(event)
        settle(bot)
        for message, count in pressed.items():
            assert shown[message] >= seen[message], f"{message}: what was shown is gone"
            assert 0 <= count - shown[message] <= 1, f"{message}: {shown[message]} moves of {count}"
            lost, most = lost + count - shown[message], max(most, count - shown[message])
            # A step that was lost is made again by the next press.
            pressed[message] = shown[message]
        unseen.clear()
        # Nobody pressed meanwhile.
        pause = time.monotonic() - now
        begun, next_press, next_told = begun + pause, next_press + pause, next_told + pause
settle(bot)
wrong = [message for message, count in pressed.items() if shown[message] != count]
assert not wrong, f"without a kill nothing is lost: {wrong}"
delays.sort()
median = delays[len(delays) // 2] * 1000 if delays else 0
print(f"{events} presses, {kills} kills, {lost} presses lost, {most} at most of one play by one kill")
print(f"a press to its edit: median {median:.1f} ms; memory at the end {bot.memory() >> 20} MiB")
bot.kill()
