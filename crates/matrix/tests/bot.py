"""The bot of Matrix as a program."""

import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parents[2] / "adapter" / "tests"))

from program import Program


class Bot(Program):
    """`masume chat matrix`, signed in as a user of this server."""

    def __init__(self, homeserver, name="masume"):
        self.token = homeserver.register(name)
        settings = lambda: f'homeserver = "http://127.0.0.1:{homeserver.port}"\n'
        super().__init__("matrix", settings, {"MASUME_MATRIX_TOKEN": self.token}, f"@{name}:localhost")
