"""Records of numbers with named fields. The position of each field is defined once, for all engines and for
the code that fills them."""

from __future__ import annotations

from typing import Any, ClassVar, TypeAlias, overload

Number: TypeAlias = Any
"""A NumPy array, or eight lanes of emitted code (`wide.Wide`): arithmetic is written for both."""

Mask: TypeAlias = Any
"""Answers for each number: a NumPy array of bool, or `wide.Flags`; True is yes for all."""

Vector: TypeAlias = list[Any]


class Field:
    """One number of a record, or `count` numbers side by side, read and written as a list.

    On the class of records it gives its position: `State.tail.first`, `values[:, State.tail.columns]`.
    """

    def __init__(self, count: int | None = None) -> None:
        self.single, self.count, self.first = count is None, count or 1, 0

    def __set_name__(self, owner: type[NumberFields], name: str) -> None:
        self.first = owner.width
        owner.width = self.first + self.count
        owner.fields = {**owner.fields, name: self}

    @property
    def columns(self) -> Any:
        """Its column, or a slice of columns."""
        return self.first if self.single else slice(self.first, self.first + self.count)

    @overload
    def __get__(self, record: None, owner: type[NumberFields]) -> Field: ...
    @overload
    def __get__(self, record: NumberFields, owner: type[NumberFields]) -> Any: ...
    def __get__(self, record: NumberFields | None, owner: type[NumberFields]) -> Any:
        if record is None:
            return self
        if self.single:
            return record.rows[self.first]
        return [record.rows[row] for row in range(self.first, self.first + self.count)]

    def __set__(self, record: NumberFields, value: Any) -> None:
        for row, number in enumerate([value] if self.single else value, self.first):
            record.rows[row] = number


class NumberFields:
    """Named fields over rows of numbers: the first axis of an array, or `wide.Rows`.

    A field is read on access. `width` is the number of numbers in a record.
    """

    width: ClassVar[int] = 0
    fields: ClassVar[dict[str, Field]] = {}

    def __init__(self, rows: Any) -> None:
        self.rows = rows

    @classmethod
    def row(cls, **values: Any) -> Vector:
        """The numbers of a record in order, from all its fields by name."""
        if values.keys() != cls.fields.keys():
            raise TypeError(f"{cls.__name__} has {', '.join(cls.fields)}, not {', '.join(values)}")
        result: Vector = []
        for name, field in cls.fields.items():
            result += [values[name]] if field.single else values[name]
        return result
