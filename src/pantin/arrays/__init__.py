"""Rigs as plain named arrays and back. docs/arrays.md describes every array, with its shape and dtype."""

from pantin.arrays.reading import from_arrays
from pantin.arrays.writing import to_arrays

__all__ = ["from_arrays", "to_arrays"]


def __dir__() -> list[str]:
    return sorted(__all__)
