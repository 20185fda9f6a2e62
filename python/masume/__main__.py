"""The terminal program: ``python -m masume play othello`` is ``masume play othello``."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
import sysconfig


def program() -> str | None:
    """Path of the program: that of this environment, or the first that the shell would find."""
    # A program may be older than the package: that of the wheel comes first.
    return shutil.which("masume", path=sysconfig.get_path("scripts")) or shutil.which("masume")


def main(arguments: list[str]) -> int:
    """Runs the program in place of Python, with these arguments."""
    found = program()
    if found is None:
        print(
            "the terminal program `masume` is not installed: `pip install masume-program`, or "
            "`cargo install --path crates/masume` builds it",
            file=sys.stderr,
        )
        return 1
    if os.name == "posix":
        os.execv(found, ["masume", *arguments])
    return subprocess.run([found, *arguments], check=False).returncode


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
