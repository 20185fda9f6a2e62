"""The module on an old processor: what is faster than that is found out at run time, never assumed."""

import platform
import shutil
import subprocess
import sys

import pytest

QEMU = shutil.which("qemu-x86_64") or shutil.which("qemu-x86_64-static")

# Without NumPy, which needs a newer one.
CODE = """
import masume
assert "numpy" not in __import__("sys").modules
for name in ("othello", "2048", "chess", "sokoban"):
    core = masume._masume.Core(masume.Game(name), bytes(8 * 40), 1)
    for _ in range(3):
        core.step(bytes(core.sample(None)), "same_step", "raise")
    print(core.state(39).to_bytes().hex())
print(masume.Game("tic-tac-toe").start().perft(5))
"""


@pytest.mark.skipif(QEMU is None, reason="QEMU, which emulates an old processor, is not installed: qemu-user")
@pytest.mark.skipif(platform.machine() != "x86_64", reason="the processor is no x86-64")
def test_an_old_processor_plays_the_same() -> None:
    def told(*before: str) -> str:
        program = [*before, sys.executable, "-c", CODE]
        return subprocess.run(program, capture_output=True, text=True, check=True).stdout

    # Of 64 bits and little more: no SSSE3, no AVX.
    assert told(str(QEMU), "-cpu", "qemu64") == told()
