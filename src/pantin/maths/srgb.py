"""Colours between sRGB and linear light."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

Doubles = NDArray[np.float64]


def to_linear(stored: Doubles) -> Doubles:
    """sRGB 0 … 1 to linear light (IEC 61966-2-1)."""
    return np.where(stored <= 0.04045, stored / 12.92, ((np.maximum(stored, 0.0) + 0.055) / 1.055) ** 2.4)


def to_srgb(light: Doubles) -> Doubles:
    """Linear light 0 … 1 to sRGB (IEC 61966-2-1)."""
    clamped = np.clip(light, 0.0, 1.0)
    return np.where(clamped <= 0.0031308, clamped * 12.92, 1.055 * clamped ** (1 / 2.4) - 0.055)
