"""Plays through `masume chat stdio` on a terminal: what is typed is said, `+ SIGN` presses a sign.

Usage: python3 adapter.py MASUME
"""

import json
import subprocess
import sys
import threading

bot = subprocess.Popen([sys.argv[1], "chat", "stdio"], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
count, board = 0, None
writes, is_heard = threading.Lock(), threading.Event()


def tell(event):
    with writes:
        bot.stdin.write(json.dumps(event) + "\n")
        bot.stdin.flush()


def obey():
    """Does what is ordered, whenever that is: an agent takes its time to reply."""
    global board
    for line in bot.stdout:
        [(kind, order)] = json.loads(line).items()
        if kind == "error":
            is_heard.set()
            continue
        if kind != "react":
            print("\n".join(line for block in order["content"]["blocks"] for line in block.values()), flush=True)
        if kind == "post" and order.get("buttons"):
            board = f"m{order['ticket']}"
        tell({"done": {"ticket": order["ticket"], "message": f"m{order['ticket']}"}})


threading.Thread(target=obey, daemon=True).start()
for text in sys.stdin:
    count += 1
    who = {"room": "terminal", "who": "you", "message": f"t{count}"}
    if text.startswith("+ "):
        tell({"pressed": {**who, "message": board, "press": f"p{count}", "sign": text[2:].strip(), "added": True}})
    else:
        tell({"said": {**who, "text": text.strip(), **({"reply": board} if board else {})}})
    # An event of nothing is answered after all that was told before it.
    tell({})
    is_heard.wait()
    is_heard.clear()
