"""Pictures of plays, as SVG that notebooks show and browsers open."""

from __future__ import annotations

from collections.abc import Sequence
from os import PathLike
from pathlib import Path
from xml.etree import ElementTree

from masume._masume import State
from masume.play import Play

_NAMESPACE = "http://www.w3.org/2000/svg"
_SIDE, _GAP, _LINE, _CURVE = 180.0, 12.0, 18.0, 120.0
"""Longer side of a board, space between boards, height of a line of text, height of the curve: user units."""

_COLOURS = ("#1f77b4", "#d62728", "#2ca02c", "#9467bd")
"""Lines of the players: told from each other by colour-blind eyes too, for each ends at another name."""


class Picture:
    """A picture as SVG."""

    def __init__(self, svg: str) -> None:
        self.svg = svg

    def _repr_svg_(self) -> str:
        return self.svg

    def save(self, path: str | PathLike[str]) -> None:
        """Writes it to a file."""
        Path(path).write_text(self.svg, encoding="utf-8")


def plot(play: Play | Sequence[State], *, boards: int = 8, columns: int = 4) -> Picture:
    """Boards of a play from its first to its last, and where the game has points, how they rose.

    ``play`` is a ``masume.Play``, or the states one after another.
    """
    states = play.states if isinstance(play, Play) else list(play)
    if not states:
        raise ValueError("a play has one state at least")
    if boards < 1 or columns < 1:
        raise ValueError("there is one board at least, in one column at least")
    last, count = len(states) - 1, min(boards, len(states))
    shown = [round(i * last / (count - 1)) for i in range(count)] if count > 1 else [last]
    rows = -(-count // columns)
    width = min(columns, count) * (_SIDE + _GAP) + _GAP
    grid = rows * (_SIDE + _LINE + _GAP) + _GAP
    points = [state.scores for state in states]
    height = grid + (_CURVE + _LINE + _GAP if points[0] else 0)
    root = _element(None, "svg", viewBox=f"0 0 {width:g} {height:g}", width=f"{width:g}", height=f"{height:g}")
    for place, at in enumerate(shown):
        x = _GAP + place % columns * (_SIDE + _GAP)
        y = _GAP + place // columns * (_SIDE + _LINE + _GAP)
        _board(root, states[at], x, y)
        score = "".join(f" · {it}" for it in points[at])
        _text(root, x, y + _SIDE + _LINE - 4, f"{states[at].ply}{score}")
    if points[0]:
        _curve(root, points, states[0].game.players, (grid, width))
    return Picture(ElementTree.tostring(root, encoding="unicode"))


def _element(parent: ElementTree.Element | None, tag: str, **attributes: str) -> ElementTree.Element:
    named = {key.replace("_", "-"): value for key, value in attributes.items()}
    name = f"{{{_NAMESPACE}}}{tag}"
    if parent is None:
        ElementTree.register_namespace("", _NAMESPACE)
        return ElementTree.Element(name, named)
    return ElementTree.SubElement(parent, name, named)


def _text(parent: ElementTree.Element, x: float, y: float, text: str, **attributes: str) -> None:
    style = {"font_family": "sans-serif", "font_size": "12", "fill": "#777"} | attributes
    _element(parent, "text", x=f"{x:g}", y=f"{y:g}", **style).text = text


def _board(root: ElementTree.Element, state: State, x: float, y: float) -> None:
    board = ElementTree.fromstring(state._repr_svg_())
    placed = {"x": f"{x:g}", "y": f"{y:g}", "width": f"{_SIDE:g}", "height": f"{_SIDE:g}"}
    board.attrib.update(placed)
    root.append(board)


def _curve(
    root: ElementTree.Element, points: list[list[int]], players: list[str], place: tuple[float, float]
) -> None:
    top, width = place
    least, most = min(map(min, points)), max(map(max, points))
    across, up = (width - 2 * _GAP) / max(len(points) - 1, 1), _CURVE / max(most - least, 1)
    for player in range(len(points[0])):
        colour = _COLOURS[player % len(_COLOURS)]
        at = [(_GAP + i * across, top + _CURVE - (it[player] - least) * up) for i, it in enumerate(points)]
        line = " ".join(f"{x:g},{y:g}" for x, y in at)
        _element(root, "polyline", points=line, fill="none", stroke=colour, stroke_width="1.5")
        _text(root, at[-1][0], max(at[-1][1] - 4, top + 8), players[player], fill=colour, text_anchor="end")
    _text(root, _GAP, top + _CURVE + _LINE - 4, f"{least} to {most}")
