"""A place between the bot and the server, where answers to the bot's posts are lost."""

import contextlib
import socket
import threading


class Between:
    """Carries questions to this server, and its answers back; while it withholds, an answer to a board that was posted is read
    and not carried on, as where the bot is ended before it has read it."""

    def __init__(self, server):
        self.server = server
        self.register = server.register
        self.withholds = False
        self.withheld = threading.Event()
        self.socket = socket.create_server(("127.0.0.1", 0))
        self.port = self.socket.getsockname()[1]
        threading.Thread(target=self.take_up, daemon=True).start()

    def take_up(self):
        # It ends where the socket is closed.
        with contextlib.suppress(OSError):
            while True:
                bot, _ = self.socket.accept()
                server = socket.create_connection(("127.0.0.1", self.server.port))
                has_posted = threading.Event()
                for way in [(bot, server, self.asked), (server, bot, self.answered)]:
                    threading.Thread(target=carry, args=[*way, has_posted], daemon=True).start()

    def asked(self, question, has_posted):
        if self.withholds and b"/m.room.message/answer-" in question:
            has_posted.set()
        return question

    def answered(self, answer, has_posted):
        if not has_posted.is_set():
            return answer
        self.withheld.set()
        return b""

    def close(self):
        self.socket.shutdown(socket.SHUT_RDWR)
        self.socket.close()


def carry(source, target, through, has_posted):
    """Carries what one side sends to the other, until one of them ends."""
    with contextlib.suppress(OSError):
        while chunk := source.recv(1 << 16):
            target.sendall(through(chunk, has_posted))
    for side in [source, target]:
        with contextlib.suppress(OSError):
            side.shutdown(socket.SHUT_RDWR)
    # The other way closes its own.
    source.close()
