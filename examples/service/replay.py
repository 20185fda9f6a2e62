"""Plays a recorded game through `masume serve --stdio` and compares every state on the way.

Usage: python3 replay.py RECORD MASUME, for a record such as tests/playthroughs/2048.txt.
"""

import json
import subprocess
import sys

record = open(sys.argv[1], encoding="utf-8").read().splitlines()
head = dict(line.split(" ", 1) for line in record[: record.index(next(x for x in record if x[:2] == "> "))])
service = subprocess.Popen(
    [sys.argv[2], "serve", "--stdio"], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, encoding="utf-8"
)


def ask(question):
    service.stdin.write(json.dumps({"ask": question}) + "\n")
    service.stdin.flush()
    while "event" in (reply := json.loads(service.stdout.readline())):
        pass
    return reply["answer"]["snapshot"]


parts = [("game", ""), ("board", ":"), ("level", "/"), ("seed", "#")]
game_id = "".join(sign + head[key] for key, sign in parts if key in head)
seen, told, compared = ask({"load": {"name": game_id}}), [], 0
for line in record[len(head) :] + ["> "]:
    if not line.startswith("> "):
        told += [line] if not line.startswith("= ") else []
        continue
    if "\n".join(told).strip():
        assert "\n".join(told).strip() == seen["state"].strip(), f"{told}\nis not\n{seen['state']}"
        compared += 1
    told = []
    # A pass that the rules force is done with the action before it.
    if line != "> " and (line != "> pass" or "pass" in seen["legal"]):
        seen = ask({"act": line[2:]})
print(f"{head['game']}: {compared} states are the same")
