"""The bot as a program, over a data folder that outlives it."""

import os
import subprocess
import tempfile
from pathlib import Path


class Bot:
    """`masume chat matrix`, signed in as a user of this server."""

    def __init__(self, homeserver, name="masume"):
        self.homeserver = homeserver
        self.name = f"@{name}:localhost"
        self.token = homeserver.register(name)
        self.folder = tempfile.TemporaryDirectory()
        self.program = os.environ["MASUME"]
        self.process = None
        self.start()

    def start(self):
        config = Path(self.folder.name) / "matrix.toml"
        config.write_text(f'homeserver = "http://127.0.0.1:{self.homeserver.port}"\n')
        self.process = subprocess.Popen(
            [self.program, "chat", "matrix", "--config", config],
            env={
                "PATH": os.environ["PATH"],
                "MASUME_DATA": self.folder.name,
                "MASUME_MATRIX_TOKEN": self.token,
                "LANG": "C",
            },
            stdin=subprocess.DEVNULL,
            stdout=subprocess.DEVNULL,
            stderr=subprocess.PIPE,
            text=True,
        )
        # The first line is said when it is signed in.
        line = self.process.stderr.readline()
        assert self.name in line, line

    def kill(self):
        self.process.kill()
        self.process.wait()
        self.process.stderr.close()

    def close(self):
        self.kill()
        self.folder.cleanup()

    def programs(self):
        """The program for Matrix, and the one that plays."""
        own = self.process.pid
        return [own, *map(int, Path(f"/proc/{own}/task/{own}/children").read_text().split())]

    def memory(self):
        """Resident bytes of both."""
        pages = 0
        for program in self.programs():
            with open(f"/proc/{program}/statm", encoding="ascii") as numbers:
                pages += int(numbers.read().split()[1])
        return pages * os.sysconf("SC_PAGE_SIZE")
