"""A stand-in for a workspace of Slack on this machine: the part of its Web API that the bot calls, and Socket Mode.

It is no Slack. Shapes of questions, answers and events, names of errors and limits are those that Slack's reference
gives (as of 2026): methods `auth.test`, `apps.connections.open`, `chat.postMessage`, `chat.update`, `reactions.add`,
`users.info`, `files.getUploadURLExternal`, `files.completeUploadExternal`; events `message`, `reaction_added`,
`reaction_removed`; `block_actions`. What Slack does beyond them, nothing here shows.
"""

import base64
import contextlib
import hashlib
import itertools
import json
import secrets
import socket
import struct
import threading
import time
import urllib.parse
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

# A wait has this bound, to which only a hang comes.
PATIENCE = 120
KEY = "258EAFA5-E914-47DA-95CA-C5AB0DC85B11"
TEXT, CLOSE, PING, PONG = 1, 8, 9, 10
ME, TEAM, APP = "U0MASUME", "T0TEAM", "A0APP"


class Socket:
    """A connection of Socket Mode, seen from Slack."""

    def __init__(self, connection):
        self.connection = connection
        self.writes = threading.Lock()

    def write(self, kind, body):
        length = len(body)
        head = bytes([0x80 | kind])
        if length < 126:
            head += bytes([length])
        elif length < 1 << 16:
            head += struct.pack(">BH", 126, length)
        else:
            head += struct.pack(">BQ", 127, length)
        with self.writes:
            self.connection.sendall(head + body)

    def tell(self, message):
        self.write(TEXT, json.dumps(message).encode() if isinstance(message, dict) else message)

    def exactly(self, count):
        found = b""
        while len(found) < count:
            more = self.connection.recv(count - len(found))
            if not more:
                raise ConnectionError
            found += more
        return found

    def read(self):
        """The next frame; who is asked has to mask it."""
        first, second = self.exactly(2)
        length = second & 0x7F
        if length == 126:
            (length,) = struct.unpack(">H", self.exactly(2))
        elif length == 127:
            (length,) = struct.unpack(">Q", self.exactly(8))
        assert second & 0x80, "a frame that is not masked"
        mask = self.exactly(4)
        body = bytes(letter ^ mask[place % 4] for place, letter in enumerate(self.exactly(length)))
        return first & 0x0F, body

    def close(self):
        with contextlib.suppress(OSError):
            self.connection.shutdown(socket.SHUT_RDWR)


class Handler(BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"
    disable_nagle_algorithm = True

    def log_message(self, *_):
        pass

    def do_GET(self):
        self.server.workspace.listened_to(self)

    def do_POST(self):
        workspace = self.server.workspace
        body = self.rfile.read(int(self.headers.get("Content-Length", 0)))
        address = urllib.parse.urlsplit(self.path)
        status, headers, answer = workspace.called(address, dict(self.headers), body)
        data = json.dumps(answer).encode() if isinstance(answer, dict) else answer
        self.send_response(status)
        for name, value in {"Content-Type": "application/json; charset=utf-8", **headers}.items():
            self.send_header(name, value)
        self.send_header("Content-Length", str(len(data)))
        self.end_headers()
        self.wfile.write(data)


class Server(ThreadingHTTPServer):
    daemon_threads = True
    request_queue_size = 128

    def handle_error(self, *_):
        # A bot that is killed breaks its connections off.
        pass


class Workspace:
    """Channels with messages, people who write and press, and bots that are told."""

    def __init__(self):
        self.app_token, self.bot_token = "xapp-" + secrets.token_hex(), "xoxb-" + secrets.token_hex()
        self.numbers = itertools.count(1)
        self.lock = threading.Condition()
        # Messages by channel and moment, calls in their order, files.
        self.messages, self.calls, self.files = {}, [], {}
        # What the next calls of a method are answered with: errors, or seconds to wait.
        self.faults = {}
        # Calls that are to be done and not answered, until that is released.
        self.withheld, self.released = {}, threading.Event()
        self.sockets, self.opened, self.waiting = [], 0, {}
        self.names = {}
        self.server = None
        self.start()

    def start(self, port=0):
        self.server = Server(("127.0.0.1", port), Handler)
        self.server.workspace = self
        self.port = self.server.server_address[1]
        self.address = f"http://127.0.0.1:{self.port}/api"
        threading.Thread(target=self.server.serve_forever, args=[0.01], daemon=True).start()

    def stop(self):
        self.server.shutdown()
        self.server.server_close()
        for connection in list(self.sockets):
            connection.close()

    def moment(self):
        """A moment that is later than all before: the name of a message."""
        return f"1700000000.{next(self.numbers):06}"

    # The Web API

    def called(self, address, headers, body):
        method = address.path.removeprefix("/api/")
        headers = {name.lower(): value for name, value in headers.items()}
        if address.path.startswith("/upload/"):
            return self.uploaded(address.path.removeprefix("/upload/"), body)
        if not address.path.startswith("/api/"):
            return 404, {"Content-Type": "text/html"}, b"<h1>Nothing is here</h1>"
        if headers.get("content-type", "").startswith("application/json"):
            question = json.loads(body or b"{}")
        else:
            question = dict(urllib.parse.parse_qsl(body.decode()))
        question |= dict(urllib.parse.parse_qsl(address.query))
        with self.lock:
            token = self.app_token if method == "apps.connections.open" else self.bot_token
            if headers.get("authorization") != f"Bearer {token}":
                return 200, {}, {"ok": False, "error": "invalid_auth"}
            faults = self.faults.get(method)
            fault = faults.pop(0) if faults else None
            if isinstance(fault, int):
                self.calls.append((method, {"limited": True}))
                self.lock.notify_all()
                return 429, {"Retry-After": str(fault)}, {"ok": False, "error": "ratelimited"}
            if fault == "html":
                return 502, {"Content-Type": "text/html"}, b"<h1>Bad gateway</h1>"
            answer = {"ok": False, "error": fault} if fault else self.done(method, question)
            self.calls.append((method, {"error": answer["error"]} if "error" in answer else question))
            self.lock.notify_all()
            is_withheld = self.withheld.get(method, 0) > 0
            if is_withheld:
                self.withheld[method] -= 1
        if is_withheld:
            self.released.wait(PATIENCE)
        return 200, {}, answer

    def done(self, method, question):
        """Does what is asked."""
        match method:
            case "auth.test":
                more = {"url": "https://example.slack.com/", "team": "Example", "team_id": TEAM, "bot_id": "B0MASUME"}
                return {"ok": True, "user": "masume", "user_id": ME, **more}
            case "apps.connections.open":
                return {"ok": True, "url": f"ws://127.0.0.1:{self.port}/link/?ticket={secrets.token_hex(4)}&app_id={APP}"}
            case "users.info":
                name = self.names.get(question["user"])
                if name is None:
                    return {"ok": False, "error": "user_not_found"}
                return {"ok": True, "user": {"id": question["user"], "name": "x", "profile": {"display_name": name}}}
            case "reactions.add":
                return self.reacted(question)
            case "chat.postMessage" | "chat.update":
                if error := fault_of(question, self.files):
                    return {"ok": False, "error": error}
                return self.posted(question) if method == "chat.postMessage" else self.updated(question)
            case "files.getUploadURLExternal":
                file = f"F{next(self.numbers)}"
                self.files[file] = {"length": int(question["length"]), "data": None, "is_complete": False}
                return {"ok": True, "file_id": file, "upload_url": f"http://127.0.0.1:{self.port}/upload/{file}"}
            case "files.completeUploadExternal":
                for file in question["files"]:
                    self.files[file["id"]]["is_complete"] = True
                return {"ok": True, "files": question["files"]}
        return {"ok": False, "error": "unknown_method"}

    def posted(self, question):
        ts = self.moment()
        message = {"text": question["text"], "blocks": question["blocks"], "reactions": [], "edits": 0}
        self.messages[question["channel"], ts] = {**message, "thread_ts": question.get("thread_ts")}
        said = {"type": "message", "bot_id": "B0MASUME", "user": ME, "ts": ts, "text": question["text"]}
        # The bot hears its own messages.
        self.push({**said, "channel": question["channel"], "event_ts": ts})
        return {"ok": True, "channel": question["channel"], "ts": ts, "message": said}

    def updated(self, question):
        message = self.messages.get((question["channel"], question["ts"]))
        if message is None:
            return {"ok": False, "error": "message_not_found"}
        message.update(text=question["text"], blocks=question["blocks"], edits=message["edits"] + 1)
        return {"ok": True, "channel": question["channel"], "ts": question["ts"], "text": question["text"]}

    def reacted(self, question):
        message = self.messages.get((question["channel"], question["timestamp"]))
        if message is None:
            return {"ok": False, "error": "message_not_found"}
        if question["name"] in message["reactions"]:
            return {"ok": False, "error": "already_reacted"}
        message["reactions"].append(question["name"])
        self.push(reaction("reaction_added", ME, question["channel"], question["timestamp"], question["name"]))
        return {"ok": True}

    def uploaded(self, file, body):
        with self.lock:
            if len(body) != self.files[file]["length"]:
                return 400, {"Content-Type": "text/plain"}, b"another length"
            self.files[file]["data"] = body
            return 200, {"Content-Type": "text/plain"}, b"OK - %d" % len(body)

    # Socket Mode

    def listened_to(self, handler):
        """A connection of a bot, until it is closed."""
        key = handler.headers.get("Sec-WebSocket-Key", "")
        accepted = base64.b64encode(hashlib.sha1((key + KEY).encode()).digest()).decode()
        handler.send_response(101)
        for name, value in [("Upgrade", "websocket"), ("Connection", "Upgrade"), ("Sec-WebSocket-Accept", accepted)]:
            handler.send_header(name, value)
        handler.end_headers()
        handler.close_connection = True
        connection = Socket(handler.connection)
        hello = {"type": "hello", "num_connections": 1, "connection_info": {"app_id": APP}}
        more = {"host": "stand-in", "build_number": 1, "approximate_connection_time": 18060}
        connection.tell({**hello, "debug_info": more})
        with self.lock:
            self.sockets.append(connection)
            self.opened += 1
            # What nobody acknowledged is told again.
            again, self.waiting = self.waiting, {}
            for envelope in again.values():
                self.send({**envelope, "retry_attempt": envelope.get("retry_attempt", 0) + 1, "retry_reason": "timeout"})
            self.lock.notify_all()
        with contextlib.suppress(OSError, ConnectionError):
            while True:
                kind, body = connection.read()
                if kind == CLOSE:
                    break
                if kind == PING:
                    connection.write(PONG, body)
                if kind == TEXT:
                    with self.lock:
                        self.waiting.pop(json.loads(body)["envelope_id"], None)
                        self.lock.notify_all()
        with self.lock:
            self.sockets.remove(connection)
            self.lock.notify_all()

    def send(self, envelope):
        """Sends an envelope under a new name by the newest connection; without one, it waits for the next."""
        envelope = {**envelope, "envelope_id": f"e{next(self.numbers)}"}
        self.waiting[envelope["envelope_id"]] = envelope
        if self.sockets:
            with contextlib.suppress(OSError):
                self.sockets[-1].tell(envelope)

    def push(self, event, name=None):
        name = name or f"Ev{next(self.numbers)}"
        payload = {"token": "x", "team_id": TEAM, "api_app_id": APP, "type": "event_callback", "event": event}
        payload |= {"event_id": name, "event_time": 1700000000, "authorizations": []}
        with self.lock:
            self.send({"type": "events_api", "payload": payload, "accepts_response_payload": False})
        return name

    # People

    def say(self, who, channel, text, thread=None, more=None):
        """A message of a person, with more or other members; its moment."""
        ts = self.moment()
        message = {"type": "message", "user": who, "text": text, "ts": ts, "channel": channel, "channel_type": "channel"}
        message |= {"event_ts": ts, "client_msg_id": secrets.token_hex(8), "team": TEAM}
        text_block = {"type": "rich_text_section", "elements": [{"type": "text", "text": text}]}
        message["blocks"] = [{"type": "rich_text", "block_id": "b", "elements": [text_block]}]
        if thread:
            message["thread_ts"] = thread
        self.push({**message, **(more or {})})
        return ts

    def react(self, who, channel, ts, name, added=True, event=None):
        """Adds a reaction, or takes it back; the name of the event."""
        kind = "reaction_added" if added else "reaction_removed"
        return self.push(reaction(kind, who, channel, ts, name), event)

    def press(self, who, channel, ts, value, action=None, moment=None, row=None):
        """Presses a button; the moment of the press. `row` is the name of its row, the one in the message otherwise."""
        moment, row = moment or self.moment(), row or self.row(channel, ts)
        button = {"type": "button", "action_id": action or "masume-0", "block_id": row, "value": value}
        button |= {"text": {"type": "plain_text", "text": value, "emoji": True}, "action_ts": moment}
        container = {"type": "message", "message_ts": ts, "channel_id": channel, "is_ephemeral": False}
        payload = {"type": "block_actions", "team": {"id": TEAM, "domain": "example"}, "api_app_id": APP}
        payload |= {"user": {"id": who, "username": "x", "name": "x", "team_id": TEAM}, "container": container}
        payload |= {"trigger_id": f"1.2.{next(self.numbers)}", "channel": {"id": channel, "name": "hall"}}
        payload |= {"message": {"type": "message", "ts": ts}, "actions": [button], "response_url": "https://hooks.slack.com/x"}
        with self.lock:
            self.send({"type": "interactive", "payload": payload, "accepts_response_payload": False})
        return moment

    # What is seen

    def until(self, what, so_that=lambda found: found):
        """The value of `what()`, as soon as that is so."""
        end = time.monotonic() + PATIENCE
        with self.lock:
            while not so_that(found := what()):
                assert self.lock.wait(end - time.monotonic()), f"in vain: {found}"
        return found

    def settled(self):
        """Waits until everything that was told is acknowledged."""
        self.until(lambda: not self.waiting)

    def text(self, channel, ts):
        """The text that a message shows."""
        blocks = self.messages[channel, ts]["blocks"]
        return "\n".join(block["text"]["text"] for block in blocks if "text" in block)

    def row(self, channel, ts):
        """The name of the row of buttons; Slack gives one where there is none."""
        blocks = self.messages.get((channel, ts), {"blocks": []})["blocks"]
        return next((block["block_id"] for block in blocks if "block_id" in block), "b7/=")

    def buttons(self, channel, ts):
        blocks = self.messages[channel, ts]["blocks"]
        return [it["value"] for block in blocks if block["type"] == "actions" for it in block["elements"]]


def reaction(kind, who, channel, ts, name):
    item = {"type": "message", "channel": channel, "ts": ts}
    return {"type": kind, "user": who, "reaction": name, "item_user": ME, "item": item, "event_ts": ts}


def fault_of(question, files):
    """The error of a message that Slack would not take."""
    if not question.get("text") and not question.get("blocks"):
        return "no_text"
    if len(question.get("text", "")) > 40_000:
        return "msg_too_long"
    blocks = question.get("blocks", [])
    names = [it["action_id"] for block in blocks if block["type"] == "actions" for it in block["elements"]]
    rows = [block["block_id"] for block in blocks if "block_id" in block]
    if len(blocks) > 50 or len(names) != len(set(names)) or len(rows) != len(set(rows)) or any(len(it) > 255 for it in rows):
        return "invalid_blocks"
    for block in blocks:
        if block["type"] == "section" and not 1 <= len(block["text"]["text"]) <= 3000:
            return "invalid_blocks"
        if block["type"] == "actions" and not 1 <= len(block["elements"]) <= 25:
            return "invalid_blocks"
        for it in block.get("elements", []):
            if len(it["text"]["text"]) > 75 or len(it.get("accessibility_label", "")) > 75 or len(it["value"]) > 2000:
                return "invalid_blocks"
        if block["type"] == "image":
            file = files.get(block["slack_file"]["id"])
            if not file or not file["is_complete"] or file["data"] is None or not 1 <= len(block["alt_text"]) <= 2000:
                return "invalid_blocks"
    return None
