"""People in rooms of Matrix, and what they see there."""

import itertools
import json
import time
import urllib.parse

from homeserver import PATIENCE, Client

NAMES = itertools.count(1)
# As programs for people ask: of who is in a room, only those who said something.
FILTER = json.dumps({"room": {"timeline": {"limit": 10_000}, "state": {"lazy_load_members": True}}})


def quoted(text):
    return urllib.parse.quote(text, safe="")


class Person:
    """A person who is signed in, and sees what happens in their rooms."""

    def __init__(self, homeserver, name, admin=False):
        self.name = f"@{name}:localhost"
        self.token = homeserver.register(name, admin)
        self.port = homeserver.port
        self.client = Client(self.port, self.token)
        self.since = None
        # Events of each room in their order, and messages by their names.
        self.seen = {}
        self.messages = {}
        self.left = {}

    def again(self, homeserver):
        """After the server moved."""
        self.port = homeserver.port
        self.client = Client(self.port, self.token)

    def room(self, *invited, encrypted=False):
        """A new room."""
        state = [{"type": "m.room.encryption", "content": {"algorithm": "m.megolm.v1.aes-sha2"}}] if encrypted else []
        settings = {"preset": "private_chat", "invite": list(invited), "initial_state": state}
        return self.client.ask("POST", "/_matrix/client/v3/createRoom", settings)["room_id"]

    def enter(self, room):
        self.client.ask("POST", f"/_matrix/client/v3/rooms/{quoted(room)}/join", {})

    def send(self, room, kind, content):
        """An event; its name."""
        path = f"/_matrix/client/v3/rooms/{quoted(room)}/send/{kind}/{next(NAMES)}"
        return self.client.ask("PUT", path, content)["event_id"]

    def say(self, room, text, reply=None, thread=None, **more):
        content = {"msgtype": "m.text", "body": text, **more}
        relation = {"rel_type": "m.thread", "event_id": thread} if thread else {}
        if reply:
            relation["m.in_reply_to"] = {"event_id": reply}
        if relation:
            content["m.relates_to"] = relation
        return self.send(room, "m.room.message", content)

    def press(self, room, message, sign):
        relation = {"rel_type": "m.annotation", "event_id": message, "key": sign}
        return self.send(room, "m.reaction", {"m.relates_to": relation})

    def redact(self, room, event):
        path = f"/_matrix/client/v3/rooms/{quoted(room)}/redact/{quoted(event)}/{next(NAMES)}"
        return self.client.ask("PUT", path, {})["event_id"]

    def look(self, wait=0):
        """Takes up what happened; waits so many milliseconds for something to happen."""
        query = {"timeout": wait, "filter": FILTER}
        if self.since:
            query["since"] = self.since
        answer = self.client.ask("GET", "/_matrix/client/v3/sync", **query)
        self.since = answer["next_batch"]
        for room, joined in answer.get("rooms", {}).get("join", {}).items():
            # Of a room that is new, the server says so though everything is there.
            is_cut = joined["timeline"].get("limited") and room in self.seen
            assert not is_cut, "more happened at once than is seen"
            for event in joined["timeline"]["events"]:
                self.take(room, event)

    def take(self, room, event):
        self.seen.setdefault(room, []).append(event)
        content = event["content"]
        if event["type"] == "m.room.message":
            relation = content.get("m.relates_to", {})
            if relation.get("rel_type") == "m.replace":
                if relation["event_id"] in self.messages:
                    self.messages[relation["event_id"]] = content["m.new_content"]
            else:
                self.messages[event["event_id"]] = content

    def until(self, what, so_that=lambda found: found):
        """The value of `what()`, as soon as that is so; until then it looks at what happens."""
        end = time.monotonic() + PATIENCE
        while not so_that(found := what()):
            assert time.monotonic() < end, f"in vain: {found}"
            self.look(2000)
        return found

    def events(self, room, kind, sender):
        return [it for it in self.seen.get(room, []) if it["type"] == kind and it["sender"] == sender]

    def answer(self, room, message, sender):
        """The message of the bot that answers this one."""

        def found():
            for event in self.events(room, "m.room.message", sender):
                relation = event["content"].get("m.relates_to", {})
                if relation.get("m.in_reply_to", {}).get("event_id") == message:
                    return event["event_id"]
            return None

        return self.until(found)

    def text(self, message):
        """The text that a message shows: its HTML, or its plain text."""
        content = self.messages[message]
        return content.get("formatted_body", content["body"])

    def picture(self, address):
        """The bytes of a file that the server has."""
        path = "/_matrix/client/v1/media/download/" + address.removeprefix("mxc://")
        self.client.request("GET", path, headers={"Authorization": f"Bearer {self.token}"})
        return self.client.getresponse().read()

    def signs(self, room, message, sender):
        """Signs that people put under a message."""
        relations = [it["content"].get("m.relates_to", {}) for it in self.events(room, "m.reaction", sender)]
        return [it["key"] for it in relations if it.get("event_id") == message]
