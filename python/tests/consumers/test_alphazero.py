"""The example that learns by playing against itself."""

import re
import subprocess
import sys
from pathlib import Path

import pytest

pytest.importorskip("torch", reason="PyTorch is not installed: `python/consumers learners`")

EXAMPLE = Path(__file__).parents[2] / "examples" / "alphazero.py"


def told(*arguments: str) -> str:
    """What the example says."""
    done = subprocess.run([sys.executable, EXAMPLE, *arguments], capture_output=True, text=True, check=True)
    return done.stdout


def test_it_learns_keeps_what_it_learnt_and_says_how_well_it_plays(tmp_path: Path) -> None:
    kept = str(tmp_path / "net.pt")
    quick = ("--positions", "5", "--games", "2", "--simulations", "8")
    assert "2 games against uct" in told("--minutes", "0.05", "--save", kept, *quick)
    said = told("--minutes", "0", "--load", kept, *quick)
    assert re.search(r"^\d+\.0% of 5 positions .*, with 0 simulations$", said, re.MULTILINE)
    # The same net plays the same games.
    assert said == told("--minutes", "0", "--load", kept, *quick)


def test_a_text_of_ones_own_will_do(tmp_path: Path) -> None:
    text = tmp_path / "line.masu"
    text.write_text(
        "game Line\nuse lines\nboard 5 x 1\nplayers red blue\n\npieces\n  disc: red blue\n\nlegend\n  .  nothing\n  R  red\n"
        "  B  blue\n\naction put at c\n  at c: empty -> mine\n\nwin when some line(2, mine)\ndraw when no action\n"
    )
    # Too short for positions that need a solver.
    assert "2 games against uct" in told("--game", str(text), "--minutes", "0.02", "--positions", "1", "--games", "2")
