"""Ways in which environments tell what is legal, for the libraries that ask in different ones."""

from __future__ import annotations

from typing import Any, Literal, get_args

import numpy as np
from gymnasium import spaces
from numpy.typing import NDArray

from masume.arrays import check_word

Mask = Literal["info", "observation", "rllib", "method"]
"""``info``: ``info["action_mask"]``, as Gymnasium and PettingZoo have it.
``observation``: a dictionary of ``observation`` and ``action_mask``, as PettingZoo's own games and TorchRL have it.
``rllib``: a dictionary of ``observations`` and ``action_mask``, both of ``float32``, for RLlib's networks convert nothing.
``method``: nothing but ``action_masks()``, which sb3-contrib calls; environments have it in any case."""

_DICTIONARIES = {"observation": "observation", "rllib": "observations"}
"""Names of what is seen, in an observation in which the mask is a part."""

_KEY = "action_mask"


class MaskForm:
    """The way in which one environment tells what is legal: spaces and observations are made by it."""

    def __init__(self, mask: Mask) -> None:
        check_word(mask, get_args(Mask), "mask")
        is_float = mask == "rllib"
        # Type of the planes, and of a mask that is told beside them.
        self.dtype: Literal["uint8", "float32"] = "float32" if is_float else "uint8"
        self._mask_dtype: type[np.generic] = np.float32 if is_float else np.int8
        self._is_in_info = mask == "info"
        self._seen = _DICTIONARIES.get(mask)

    def space(self, shape: tuple[int, ...], actions: int) -> spaces.Space[Any]:
        """Space of what is observed, where the planes have this shape."""
        planes = spaces.Box(0, 1, shape, np.dtype(self.dtype).type)
        if self._seen is None:
            return planes
        return spaces.Dict({self._seen: planes, _KEY: spaces.Box(0, 1, (actions,), self._mask_dtype)})

    def observation(self, seen: NDArray[Any], mask: NDArray[np.int8]) -> Any:
        """Observation of these planes and this mask, of one environment or of many."""
        if self._seen is None:
            return seen
        return {self._seen: seen, _KEY: mask.astype(self._mask_dtype, copy=False)}

    def info(self, mask: NDArray[np.int8]) -> dict[str, Any]:
        """Part of the infos that tells the mask; nothing where it is told otherwise."""
        return {_KEY: mask} if self._is_in_info else {}
