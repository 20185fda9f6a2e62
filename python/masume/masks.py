"""Ways in which environments tell what is legal, for the libraries that ask in different ones."""

from __future__ import annotations

from typing import Any, Literal, NamedTuple

import numpy as np
from gymnasium import spaces
from numpy.typing import NDArray

Mask = Literal["info", "observation", "rllib", "method"]
"""``info``: ``info["action_mask"]``, as Gymnasium and PettingZoo have it.
``observation``: a dictionary of ``observation`` and ``action_mask``, as PettingZoo's own games and TorchRL have it.
``rllib``: a dictionary of ``observations`` and ``action_mask``, of which RLlib makes tensors of floating point.
``method``: nothing but ``action_masks()``, which sb3-contrib calls; environments have it in any case."""


class _Dictionary(NamedTuple):
    """An observation in which the mask is a part: the name of what is seen, and the numbers of the mask."""

    seen: str
    dtype: type[np.generic]


_DICTIONARIES = {
    "observation": _Dictionary("observation", np.int8),
    "rllib": _Dictionary("observations", np.float32),
}
_KEY = "action_mask"


class MaskForm:
    """The way in which one environment tells what is legal: spaces and observations are made by it."""

    def __init__(self, mask: Mask) -> None:
        if mask not in ("info", "observation", "rllib", "method"):
            raise ValueError("`mask` is `info`, `observation`, `rllib` or `method`")
        self.is_in_info = mask == "info"
        self._dictionary = _DICTIONARIES.get(mask)

    def space(self, planes: spaces.Space[Any], actions: int) -> spaces.Space[Any]:
        """Space of what is observed, where the planes have this one."""
        if self._dictionary is None:
            return planes
        seen, dtype = self._dictionary
        return spaces.Dict({seen: planes, _KEY: spaces.Box(0, 1, (actions,), dtype)})

    def observation(self, seen: NDArray[Any], mask: NDArray[np.int8]) -> Any:
        """Observation of these planes and this mask, of one environment or of many."""
        if self._dictionary is None:
            return seen
        name, dtype = self._dictionary
        return {name: seen, _KEY: mask.astype(dtype, copy=False)}

    def info(self, mask: NDArray[np.int8]) -> dict[str, Any]:
        """Part of the infos that tells the mask; nothing where it is told otherwise."""
        return {_KEY: mask} if self.is_in_info else {}
