"""The operations of a module as fused Triton kernels, for 3 and 4 dimensions on CUDA devices."""

from __future__ import annotations

import importlib.util
import os
from functools import cache
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    import torch

DIMENSIONS = (3, 4)
"""The numbers of dimensions supported by the kernels."""


def is_available(device: torch.device) -> bool:
    """Whether the kernels can run there. Triton's interpreter (TRITON_INTERPRET=1) runs them on the CPU."""
    return (device.type == "cuda" or os.environ.get("TRITON_INTERPRET") == "1") and _has_triton()


@cache
def _has_triton() -> bool:
    return importlib.util.find_spec("triton") is not None
