"""What is wrong with a file that is not valid OFF."""

from __future__ import annotations


class OffError(ValueError):
    """A file that is not valid OFF; the message says why, and `line` where, if it is known."""

    def __init__(self, message: str, line: int | None = None) -> None:
        self.line = line
        super().__init__(message)
