"""Examples of the documentation: each is run, in the order in which it stands on its page."""

import doctest
import importlib.util
import re
from pathlib import Path

import pytest

import masume
import masume.after
import masume.board_symmetries
import masume.ntuples
import masume.play
import masume.tree_search

ROOT = Path(__file__).parents[2]
PAGES = [ROOT / "README.md", ROOT / "python/README.md", *sorted((ROOT / "docs/python").glob("*.md"))]
BLOCK = re.compile(r"^```(python|pycon)\n(.*?)^```", re.MULTILINE | re.DOTALL)
OTHERS = ("gymnasium", "pettingzoo", "ray", "sb3_contrib", "torchrl", "pyspiel")


def examples(page: Path) -> list[tuple[str, str, int]]:
    """Language, text and line of each example."""
    text = page.read_text(encoding="utf-8")
    return [(it[1], it[2], text[: it.start()].count("\n") + 2) for it in BLOCK.finditer(text)]


def missing(code: str) -> list[str]:
    """Packages that an example needs, and that are not installed."""
    asked = [it for it in OTHERS if re.search(rf"\b(import|from) (masume\.)?{it}\b", code)]
    return [it for it in asked if importlib.util.find_spec(it) is None]


@pytest.mark.parametrize("page", PAGES, ids=lambda page: str(page.relative_to(ROOT)))
def test_every_example_of_a_page_runs(
    page: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    found, names, left = examples(page), {}, set()
    assert found, f"{page} has no example"
    for language, code, line in found:
        if absent := missing(code):
            left |= set(absent)
        elif language == "python":
            exec(compile("\n" * (line - 1) + code, str(page), "exec"), names)
        else:
            told: list[str] = []
            test = doctest.DocTestParser().get_doctest(code, names, page.name, str(page), line - 1)
            doctest.DocTestRunner(optionflags=doctest.REPORT_NDIFF).run(test, out=told.append, clear_globs=False)
            assert not told, "".join(told)
            names |= test.globs
    if left:
        pytest.skip(f"the other examples ran; some need {', '.join(sorted(left))}: `python/consumers`")


MODULES = [masume, masume.after, masume.board_symmetries, masume.ntuples, masume.play, masume.tree_search]


@pytest.mark.parametrize("module", MODULES, ids=lambda module: module.__name__)
def test_every_example_of_a_module_runs(module: object) -> None:
    failed, tried = doctest.testmod(module)
    assert tried and not failed
