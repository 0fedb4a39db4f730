"""`Record`: the base class of all small frozen records.

A struct of msgspec is defined in a fiftieth of the time that a dataclass takes, and made in a twentieth: a
check of one file may need ten thousand of them, and every start of the command defines hundreds.
"""

from __future__ import annotations

import dataclasses
from typing import TYPE_CHECKING, Any, Self, TypeVar, dataclass_transform

import msgspec

if TYPE_CHECKING:
    from inspect import Signature

T = TypeVar("T")


class TypesByName(msgspec.StructMeta):
    """The metaclass of public records with a field whose type is imported for type checkers alone: their
    signature, which `help` shows, has types by name. The default signature of msgspec would resolve all of
    them.

    Other records do not use it, so that msgspec creates them in a third of the time.
    """

    @property
    def __signature__(self) -> Signature:
        from inspect import Parameter, Signature, get_annotations

        types: dict[str, Any] = {}
        for kind in reversed(self.__mro__):
            types |= get_annotations(kind)
        values, positional = defaults(self), set(self.__match_args__)
        parameters = [
            Parameter(
                name,
                Parameter.POSITIONAL_OR_KEYWORD if name in positional else Parameter.KEYWORD_ONLY,
                default=values.get(name, Parameter.empty),
                annotation=types.get(name, Parameter.empty),
            )
            for name in field_names(self)
        ]
        return Signature(parameters)


@dataclass_transform(frozen_default=True, field_specifiers=(msgspec.field,))
class Record(msgspec.Struct, frozen=True):
    """A frozen record: its fields are its arguments, and it is equal to another with equal fields.

    Records with arrays have `eq=False`, because arrays have no single answer; those with cached properties
    have `dict=True`.
    """

    def __repr__(self) -> str:
        """At most two lines: arrays by their shapes, other fields cut short where there are many."""
        from pantin.base.short_repr import short_repr

        return short_repr(self, field_names(self), defaults(type(self)))

    def replace(self, **changes: Any) -> Self:
        """A copy with other values of these fields."""
        return replace(self, **changes)


def replace(record: T, **changes: Any) -> T:
    """A copy of a record with other values of some fields."""
    if isinstance(record, msgspec.Struct):
        return msgspec.structs.replace(record, **changes)
    return dataclasses.replace(record, **changes)  # type: ignore[type-var]


def field_names(record: Any) -> tuple[str, ...]:
    """The names of the fields of a record or of a type of records, in the order of its arguments."""
    names = getattr(record, "__struct_fields__", None)
    return names if names is not None else tuple(field.name for field in dataclasses.fields(record))


def in_words(field: str) -> str:
    """The name of a field as messages write it: `base colour texture`, `clearcoat normal texture`."""
    return field.replace("_", " ").replace(".", " ").replace("color", "colour")


def defaults(kind: type) -> dict[str, Any]:
    """The default values of the fields of a record type, without factories."""
    if dataclasses.is_dataclass(kind):
        pairs = [(field.name, field.default) for field in dataclasses.fields(kind)]
        return {name: value for name, value in pairs if value is not dataclasses.MISSING}
    names, values = kind.__struct_fields__, kind.__struct_defaults__  # type: ignore[attr-defined]
    pairs = list(zip(names[len(names) - len(values) :], values, strict=True))
    return {name: value for name, value in pairs if value is not msgspec.NODEFAULT}


def content_key(value: Any) -> str:
    """A key that is equal for values with equal content, even unhashable ones; a `repr` is truncated and
    cannot serve."""
    if isinstance(value, dict):
        return f"{{{', '.join(f'{name!r}: {content_key(item)}' for name, item in value.items())}}}"
    if isinstance(value, list | tuple):
        return f"[{', '.join(map(content_key, value))}]"
    if not is_record(value):
        return repr(value)
    parts = [f"{name}={content_key(getattr(value, name))}" for name in field_names(value)]
    return f"{type(value).__name__}({', '.join(parts)})"


def is_record(value: Any) -> bool:
    return isinstance(value, msgspec.Struct) or dataclasses.is_dataclass(value)
