"""Launches of kernels from Python. Triton takes longer to look up the compiled kernel than to launch it, so a
small batch would wait for Python. A launch therefore caches the lookup."""

from __future__ import annotations

from typing import Any

import torch
from torch import Tensor

MOST_KNOWN = 512
"""Sets of arguments that a launch remembers before it starts again: a training loop needs a few."""

Grid = tuple[int, int, int]


def ceil_div(total: int, size: int) -> int:
    """How many blocks of a size cover a total. Triton's own takes as long as half a launch."""
    return -(-total // size)


class Launch:
    """A kernel whose parameters are tensors, then whole numbers, then constants.

    Triton compiles a kernel for the dtypes and the alignment of tensors, and for numbers that are 1 or
    divisible by 16. Here the cache key has the numbers themselves. All floating-point tensors must have the
    dtype of the first. `registers` limits the registers of a thread; 0 for no limit. `options` are Triton's
    options for every launch.
    """

    def __init__(self, kernel: Any, warps: int = 4, **options: Any) -> None:
        self.kernel, self.warps, self.options = kernel, warps, options
        self._known: dict[Any, Any] = {}

    def __call__(
        self,
        grid: Grid,
        tensors: tuple[Tensor, ...],
        numbers: tuple[int, ...],
        *constants: int,
        warps: int = 0,
        registers: int = 0,
    ) -> None:
        first = tensors[0]
        device = first.get_device()
        if device >= 0 and device != torch._C._cuda_getDevice():  # Triton launches on the current device
            with torch.cuda.device(device):
                return self(grid, tensors, numbers, *constants, warps=warps, registers=registers)
        pointers, bits = [], 0
        for tensor in tensors:
            pointer = tensor.data_ptr()
            pointers.append(pointer)
            bits |= pointer
        key = (first.dtype, device, numbers, constants)
        compiled = self._known.get(key) if bits % 16 == 0 else None
        if compiled is not None:
            # As `compiled[grid]`, which looks for the stream and for profilers each time: half of a launch.
            stream = torch._C._cuda_getCurrentRawStream(device)
            what = stream, compiled.function, compiled.packed_metadata
            compiled.run(*grid, *what, None, None, None, *pointers, *numbers, *constants)
            return None
        options = self.options | ({"maxnreg": registers} if registers else {})
        compiled = self.kernel[grid](*tensors, *numbers, *constants, num_warps=warps or self.warps, **options)
        if compiled is not None and bits % 16 == 0:  # Triton's interpreter compiles nothing
            if len(self._known) >= MOST_KNOWN:
                self._known.clear()
            self._known[key] = compiled
        return None
