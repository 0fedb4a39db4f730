"""What Pantin raises.

    PantinError
    ├── BadFile         nothing in the file has a meaning; `.report` says why
    ├── Unsupported     the file needs a part of its format, or an extra, that is not there
    └── LimitExceeded   the file is larger, deeper or longer than a limit allows; `.limit` names the limit

Bad files raise only from `load`; `check` turns all three into findings. Bad calls raise `ValueError` or
`TypeError`.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from pantin.report import Report


class PantinError(Exception):
    """The root of everything Pantin raises on account of a file.

    >>> issubclass(pantin.BadFile, pantin.PantinError)
    True
    """


class BadFile(PantinError):
    """Nothing in the file has a meaning. `report` holds the findings that say why.

    >>> try:
    ...     pantin.load(b"{", name="broken.gltf")
    ... except pantin.BadFile as error:
    ...     print(error.report.findings[0].rule)
    GLTF-INVALID_JSON
    """

    def __init__(self, report: Report) -> None:
        self.report = report
        first = report.errors[0] if report.errors else None
        super().__init__(f"{report.path}: {first.message if first else 'not a file Pantin reads'}")


class Unsupported(PantinError):
    """The file needs something that this installation does not have, or that Pantin does not do.

    >>> try:
    ...     pantin.load(b'{"asset": {"version": "3.0"}}', name="newer.gltf")
    ... except pantin.Unsupported:
    ...     print("made for a later glTF")
    made for a later glTF
    """


class LimitExceeded(PantinError):
    """The file goes past a limit. `limit` names the field of `Limits` to raise if that is intended.

    >>> try:
    ...     pantin.load("examples/arm.glb", limits=pantin.Limits(file_bytes=1000))
    ... except pantin.LimitExceeded as error:
    ...     print(error.limit)
    file_bytes
    """

    def __init__(self, limit: str, message: str) -> None:
        self.limit = limit
        super().__init__(f"{message} (limit {limit})")
