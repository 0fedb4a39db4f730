"""Tensors that NumPy's functions accept like arrays, so that arithmetic written for arrays runs on tensors,
with gradients."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

import numpy as np
import torch
from torch import Tensor

from pantin.base.records import field_names, is_record, replace
from pantin.kernels.records import NumberFields


class _Guard(torch.autograd.Function):
    """The identity; NaN in the gradient becomes 0.

    Arithmetic over whole arrays computes both sides of a choice. The unused side may divide by 0, and 0 · ∞
    in its gradient would spoil the gradient of the other side.
    """

    @staticmethod
    def forward(ctx: Any, x: Tensor) -> Tensor:
        return x.view_as(x)

    @staticmethod
    def backward(ctx: Any, gradient: Tensor) -> Tensor:
        return gradient.nan_to_num(0.0, 0.0, 0.0)


def _zero_nan_gradient(x: Any) -> Any:
    return _Guard.apply(x) if isinstance(x, Tensor) and x.requires_grad else x


def _with_safe_gradient(function: Callable[..., Tensor]) -> Callable[..., Tensor]:
    return lambda *inputs: function(*map(_zero_nan_gradient, inputs))


_UFUNCS: dict[Any, Callable[..., Tensor]] = {
    np.add: torch.add,
    np.subtract: torch.sub,
    np.multiply: _with_safe_gradient(torch.mul),
    np.true_divide: _with_safe_gradient(torch.div),
    np.negative: torch.neg,
    np.sqrt: _with_safe_gradient(torch.sqrt),
    np.absolute: torch.abs,
    np.less: torch.lt,
    np.less_equal: torch.le,
    np.greater: torch.gt,
    np.greater_equal: torch.ge,
    np.equal: torch.eq,
    np.bitwise_and: torch.bitwise_and,
    np.bitwise_or: torch.bitwise_or,
    np.invert: torch.bitwise_not,
}


class Numbers(np.lib.mixins.NDArrayOperatorsMixin):
    """A tensor under NumPy's protocols for other arrays (NEP 13 and 18), limited to the functions that
    springs use."""

    __hash__ = None  # type: ignore[assignment]

    def __init__(self, tensor: Tensor) -> None:
        self.tensor = tensor

    def __array_ufunc__(self, ufunc: Any, method: str, *inputs: Any, **options: Any) -> Any:
        function = _UFUNCS.get(ufunc)
        if function is None or method != "__call__" or options:
            return NotImplemented
        return Numbers(function(*(self._operand(x) for x in inputs)))

    def __array_function__(self, function: Any, types: Any, args: Any, options: Any) -> Any:
        if options:
            return NotImplemented
        if function is np.where:
            return Numbers(torch.where(*(self._operand(x) for x in args)))
        if function is np.stack:
            tensors = torch.broadcast_tensors(*(self._operand(x) for x in args[0]))
            return Numbers(torch.stack(tensors, *args[1:]))
        return NotImplemented

    def _operand(self, x: Any) -> Any:
        """A tensor on the same device: numbers in the dtype of this one, booleans unchanged."""
        if isinstance(x, Numbers):
            return x.tensor
        device = self.tensor.device
        if isinstance(x, bool | int | float):  # filled on the device: a copy would wait for it
            kind = torch.bool if isinstance(x, bool) else torch.float64
            tensor = torch.full((), x, dtype=kind, device=device)
        else:
            tensor = torch.as_tensor(np.array(x), device=device)
        if tensor.dtype == torch.bool or not self.tensor.is_floating_point():
            return tensor
        return tensor.to(self.tensor.dtype)

    def __getitem__(self, key: Any) -> Numbers:
        return Numbers(self.tensor[self._index(key)])

    def __setitem__(self, key: Any, value: Any) -> None:
        """Change rows; in a new tensor if the old one may be needed for gradients."""
        rows = self._operand(value)
        if self.tensor.requires_grad or rows.requires_grad:
            self.tensor = self.tensor.clone()
        self.tensor[self._index(key)] = rows

    def _index(self, key: Any) -> Any:
        if isinstance(key, tuple):
            return tuple(self._index(part) for part in key)
        return torch.as_tensor(key, device=self.tensor.device) if isinstance(key, np.ndarray) else key

    def __len__(self) -> int:
        return len(self.tensor)

    def __iter__(self) -> Iterator[Numbers]:
        return (Numbers(row) for row in self.tensor.unbind(0))

    def swapaxes(self, first: int, second: int) -> Numbers:
        return Numbers(self.tensor.transpose(first, second))

    def any(self) -> bool:
        """Whether any value is true. Always true on a device, because reading it would wait for the device,
        and the code that follows changes nothing where a value is false."""
        return self.tensor.device.type != "cpu" or bool(self.tensor.any())


def as_numbers(value: Any, device: torch.device) -> Any:
    """Constants as tensors on a device: indices plain, other arrays as `Numbers`; also those inside of
    tuples, lists, records and objects with attributes."""
    if isinstance(value, np.ndarray):
        tensor = torch.tensor(value, device=device)
        return tensor if value.dtype.kind in "iu" else Numbers(tensor)
    if isinstance(value, NumberFields):
        return type(value)(as_numbers(value.rows, device))
    if isinstance(value, tuple | list):
        parts = [as_numbers(part, device) for part in value]
        return type(value)(*parts) if hasattr(value, "_fields") else type(value)(parts)
    if is_record(value):
        changed = {name: as_numbers(getattr(value, name), device) for name in field_names(value)}
        return replace(value, **changed)
    return value
