"""Arrays of a rig as tensors of a module, and back."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial
from typing import Any, Self, TypeVar

import numpy as np
import torch
from numpy.typing import ArrayLike, NDArray
from torch import Tensor, nn

from pantin.base.short_repr import short_value

K = TypeVar("K")
V = TypeVar("V")


class Remade(dict[K, V]):
    """A cache that a module refills when needed; copies and pickles of the module do not contain it."""

    def __deepcopy__(self, memo: object) -> Self:
        return type(self)()

    def __reduce__(self) -> tuple[type[Self], tuple[()]]:
        return type(self), ()


def hold(
    module: nn.Module, name: str, array: NDArray[Any], learn: bool = False, *, persistent: bool = True
) -> None:
    """Give the module a copy of an array: a parameter where it is learned, else a buffer. Buffers that are
    not `persistent` (topology) are not in the state dictionary."""
    tensor = torch.from_numpy(np.array(array, order="C"))  # kernels would copy any other order in each call
    if learn:
        module.register_parameter(name, nn.Parameter(tensor))
    else:
        module.register_buffer(name, tensor, persistent=persistent)


def _last_row(width: int) -> list[float]:
    return [0.0] * (width - 1) + [1.0]


_constants: dict[tuple[Any, torch.device, torch.dtype], Tensor] = {}


def constant(values: Callable[[], Any], like: Tensor) -> Tensor:
    """The result of a function as a tensor, with the device and dtype of another one. It is cached, because
    creating a constant takes longer than the work on a small rig."""
    if torch.compiler.is_compiling():  # a compiled module keeps its own
        return torch.tensor(values(), dtype=like.dtype, device=like.device)
    key = values, like.device, like.dtype
    if key not in _constants:
        with torch.inference_mode(False):  # a later call may need it for gradients
            _constants[key] = torch.tensor(values(), dtype=like.dtype, device=like.device)
    return _constants[key]


class Prepared(Remade[str, tuple[list[tuple[Tensor, int]], Tensor]]):
    """What a module computes of its own tensors alone, which no pose changes. For a small rig that is a
    quarter of the operations of a call."""

    def get_or_make(self, name: str, sources: Sequence[Tensor], make: Callable[[], Tensor]) -> Tensor:
        """The result of `make`, which is called again after a change of one of its sources, and always if one
        is a parameter, replaced by a transform of `torch.func`, or compiled."""
        if torch.compiler.is_compiling() or is_transformed() or any(map(_is_not_fixed, sources)):
            return make()
        versions = [(source, source._version) for source in sources]
        known = self.get(name)
        if known is None or not all(map(_is_same, known[0], versions)):
            with torch.inference_mode(False):  # a later call may need it for gradients
                self[name] = known = versions, make()
        return known[1]


def _is_not_fixed(tensor: Tensor) -> bool:
    """Whether a tensor may change unseen. Parameters may even while they need no gradients: moving averages
    of a model write to their `data`, which PyTorch does not count."""
    return bool(isinstance(tensor, nn.Parameter) or tensor.requires_grad or tensor.is_inference())


def _is_same(one: tuple[Tensor, int], other: tuple[Tensor, int]) -> bool:
    return one[0] is other[0] and bool(one[1] == other[1])


def is_transformed() -> bool:
    """Whether a transform of `torch.func` or forward-mode differentiation is active."""
    return bool(torch._C._are_functorch_transforms_active()) or torch.autograd.forward_ad._current_level >= 0


def last_row(affine: Tensor) -> Tensor:
    """(N + 1,) the row that makes an affine matrix (…, N, N + 1) a square one: zeros and a 1."""
    return constant(_LAST_ROWS[affine.shape[-1]], affine)


_LAST_ROWS = [partial(_last_row, width) for width in range(10)]


def require_numbers(tensor: Tensor, what: str) -> None:
    """Raise `TypeError` for a sparse tensor, or one without real numbers. The numbers are not read: that
    would wait for the device."""
    if tensor.layout is not torch.strided:
        raise TypeError(f"{what} must be a dense tensor, not a sparse one: {what}.to_dense() makes one")
    if tensor.is_complex():
        raise TypeError(f"{what} must have real numbers, not {tensor.dtype}")


def finite_tensor(values: Tensor | ArrayLike, what: str, expected: str) -> Tensor:
    """Numbers as a tensor of float64; the numbers of a tensor are not read (`require_numbers`). Raises
    `TypeError` or `ValueError` with the name of the argument."""
    if isinstance(values, Tensor):
        require_numbers(values, what)
        if values.is_meta:
            raise ValueError(f"{what} has a shape, but no numbers: it is on the device 'meta'")
        return values
    try:
        listed = np.array(values, np.float64)
    except (TypeError, ValueError):
        raise TypeError(f"{what} must be {expected}, not {short_value(values)}") from None
    if not np.isfinite(listed).all():
        raise ValueError(f"{what} must be finite")
    return torch.from_numpy(listed)


def to_numpy(tensor: Tensor) -> NDArray[Any]:
    """A copy of a tensor's numbers."""
    return np.array(tensor.detach().cpu().numpy())


def weighted_sums(rows: Tensor, entries: Tensor, offsets: Tensor, weights: Tensor) -> Tensor:
    """(bags, C): sums of weights[e] · rows[entries[e]] over the entries offsets[i] … offsets[i + 1] − 1 of
    each bag, without a temporary for each entry.

    rows (R, C), entries (E,), offsets (bags + 1,), weights (E,); differentiable in rows and weights.
    """
    if not len(entries) or not rows.shape[1]:
        return rows.new_zeros(len(offsets) - 1, rows.shape[1])
    return nn.functional.embedding_bag(
        entries, rows, offsets, mode="sum", per_sample_weights=weights, include_last_offset=True
    )
