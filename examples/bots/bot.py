"""Plays any game of Masume: of all legal actions any is done.

    masume drive othello --opponent easy -- python3 examples/bots/bot.py
"""
import json
import random
import sys


def say(**line):
    print(json.dumps(line), flush=True)


def hear():
    line = sys.stdin.readline()
    return json.loads(line) if line else {"over": None}


def choose(go):
    """Yours to write: go["cells"][row][column], go["score"], go["player"] and go["state"] say how things stand."""
    return random.choice(go["legal_actions"])


while True:
    told = hear()
    if "over" in told:
        break
    if "error" in told:
        sys.exit(told["error"])
    if "go" in told:
        say(action=choose(told["go"]), ply=told["go"]["ply"])
