"""`NamedTuple` for the modules that every start of the command imports.

That of `typing` compiles the annotation of each field, to see whether it is a type: for the records of one
command, 1 ms of the 30 that its help takes. This one takes the names and the defaults alone.
"""

from __future__ import annotations

TYPE_CHECKING = False  # see pantin/__init__.py

if TYPE_CHECKING:
    from typing import NamedTuple as NamedTuple
else:
    from collections import namedtuple

    class _Made(type):
        """Makes a named tuple of a class body."""

        def __new__(cls, name, bases, members):  # noqa: ANN001, ANN204
            if not bases:
                return super().__new__(cls, name, bases, members)
            fields = members.pop("__annotations__", {})
            defaults = [members.pop(field) for field in fields if field in members]
            plain = namedtuple(name, fields, defaults=defaults, module=members["__module__"])
            plain.__annotations__ = plain.__new__.__annotations__ = fields
            for member, value in members.items():
                if member not in ("__module__", "__slots__"):
                    setattr(plain, member, value)
            return plain

    class NamedTuple(metaclass=_Made):
        """As `typing.NamedTuple`, whose annotations are not evaluated."""
