"""Plays through `masume chat stdio` on a terminal: what is typed is said, `+ SIGN` presses a sign.

Usage: python3 adapter.py MASUME
"""

import json
import subprocess
import sys

bot = subprocess.Popen([sys.argv[1], "chat", "stdio"], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
count, board = 0, None


def tell(event):
    bot.stdin.write(json.dumps(event) + "\n")
    bot.stdin.flush()


def hear():
    """Does what is ordered until there is nothing more: an event of nothing is answered at once."""
    global board
    tell({})
    while "error" not in (order := json.loads(bot.stdout.readline())):
        [(kind, order)] = order.items()
        if kind != "react":
            print("\n".join(line for block in order["content"]["blocks"] for line in block.values()))
        if kind == "post" and order.get("buttons"):
            board = f"m{order['ticket']}"
        tell({"done": {"ticket": order["ticket"], "message": f"m{order['ticket']}"}})


for text in sys.stdin:
    count += 1
    who = {"room": "terminal", "who": "you", "message": f"t{count}"}
    if text.startswith("+ "):
        tell({"pressed": {**who, "message": board, "press": f"p{count}", "sign": text[2:].strip(), "added": True}})
    else:
        tell({"said": {**who, "text": text.strip(), **({"reply": board} if board else {})}})
    hear()
