"""The exceptions of Pantin.

    PantinError
    ├── BadFile         nothing in the file can be used; `.report` says why
    ├── Unsupported     the file needs a feature that Pantin lacks, or an extra that is not installed
    └── LimitExceeded   the file is larger, deeper or longer than a limit allows; `.limit` names the limit

Bad files raise only from `load`; `check` turns all three into findings. Bad arguments raise `ValueError` or
`TypeError`.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from pantin.report import Report


class PantinError(Exception):
    """The base class of everything Pantin raises because of a file.

    >>> issubclass(pantin.BadFile, pantin.PantinError)
    True
    """


class BadFile(PantinError):
    """Nothing in the file can be used. `report` has the findings with the reasons.

    >>> try:
    ...     pantin.load(b"{", name="broken.gltf")
    ... except pantin.BadFile as error:
    ...     print(error.report.findings[0].rule)
    GLTF-INVALID_JSON
    """

    def __init__(self, report: Report) -> None:
        self.report = report
        first = report.errors[0] if report.errors else None
        super().__init__(f"{report.path}: {first.message if first else 'not a file that Pantin reads'}")

    def __reduce__(self) -> tuple[Any, ...]:  # processes send errors as pickles
        return type(self), (self.report,)


class Unsupported(PantinError):
    """The file needs something that is not installed, or that Pantin does not support.

    >>> try:
    ...     pantin.load(b'{"asset": {"version": "3.0"}}', name="newer.gltf")
    ... except pantin.Unsupported:
    ...     print("made for a later glTF")
    made for a later glTF
    """


class MissingExtra(Unsupported):
    """The format needs an optional dependency that is not installed; the message names the extra."""


class BrokenPlugIn(Unsupported):
    """A format of another package raised an exception that is none of Pantin's; the message names both."""


class Unsuitable(Unsupported):
    """The file can be read, but the requested operation is impossible: the verb does not support its format,
    or the target format cannot store the data."""


class WrongDimension(Unsuitable):
    """A format stores models of three dimensions, and this one has more. The file can be read, but not be
    written in that format."""


class NothingToDo(ValueError):
    """A verb has nothing to work on in a file: `why` is the reason in a few words, such as "no springs". A
    command for this file alone refuses it; in a batch the file is skipped."""

    def __init__(self, message: str, why: str) -> None:
        self.why = why
        super().__init__(message)

    def __reduce__(self) -> tuple[Any, ...]:
        return type(self), (str(self), self.why)


class LimitExceeded(PantinError):
    """The file exceeds a limit. `limit` names the field of `Limits` to raise for a file of that size.

    >>> try:
    ...     pantin.load("examples/arm.glb", limits=pantin.Limits(file_bytes=1000))
    ... except pantin.LimitExceeded as error:
    ...     print(error.limit)
    file_bytes
    """

    def __init__(self, limit: str, message: str) -> None:
        self.limit, self._message = limit, message
        super().__init__(f"{message} (limit {limit})")

    def __reduce__(self) -> tuple[Any, ...]:
        return type(self), (self.limit, self._message)


class TooMuchAsked(LimitExceeded):
    """A limit of output images and HTML pages, not of a file: the requested size is too large."""
