"""A bot of a network as a program, over a data folder that outlives it."""

import os
import subprocess
import tempfile
from pathlib import Path


class Program:
    """`masume chat NETWORK`, with these settings and secrets; `name` is in the line that says that it is signed in."""

    def __init__(self, network, settings, secrets, name):
        self.network = network
        self.settings = settings
        self.secrets = secrets
        self.name = name
        self.folder = tempfile.TemporaryDirectory()
        self.process = None
        self.start()

    def start(self):
        self.process = begun(self.network, self.settings(), self.folder.name, **self.secrets)
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
        """The program for the network, and the one that plays."""
        own = self.process.pid
        return [own, *map(int, Path(f"/proc/{own}/task/{own}/children").read_text().split())]

    def memory(self):
        """Resident bytes of both."""
        pages = 0
        for program in self.programs():
            with open(f"/proc/{program}/statm", encoding="ascii") as numbers:
                pages += int(numbers.read().split()[1])
        return pages * os.sysconf("SC_PAGE_SIZE")

    def seconds(self):
        """Seconds of a processor that both have taken."""
        return seconds_of(self.programs())


def seconds_of(programs):
    """Seconds of a processor that these have taken."""
    ticks = 0
    for program in programs:
        numbers = Path(f"/proc/{program}/stat").read_text().rsplit(")", 1)[1].split()
        ticks += int(numbers[11]) + int(numbers[12])
    return ticks / os.sysconf("SC_CLK_TCK")


def begun(network, settings, folder, **variables):
    """The program, begun with these settings and variables and a data folder."""
    config = Path(folder) / f"{network}.toml"
    config.write_text(settings)
    return subprocess.Popen(
        [os.environ["MASUME"], "chat", network, "--config", config],
        env={"PATH": os.environ["PATH"], "MASUME_DATA": str(folder), "LANG": "C", **variables},
        stdin=subprocess.DEVNULL,
        stdout=subprocess.DEVNULL,
        stderr=subprocess.PIPE,
        text=True,
    )
