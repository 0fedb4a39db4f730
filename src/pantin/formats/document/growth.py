"""Bytes appended to a buffer."""

from __future__ import annotations

from dataclasses import dataclass, field

_EMPTY = memoryview(b"")


@dataclass(slots=True)
class Growth:
    """A buffer that new data goes into: what it held before (a chunk of the file, or nothing), the parts
    behind that, and the length of all together.
    """

    base: memoryview = _EMPTY
    parts: list[bytes] = field(default_factory=list)
    length: int = field(init=False)

    def __post_init__(self) -> None:
        self.length = len(self.base) + sum(map(len, self.parts))

    def add(self, data: bytes, alignment: int) -> int:
        """Append data at the next multiple of `alignment`; its offset in the buffer."""
        padding = -self.length % alignment
        self.parts += (bytes(padding), data)
        self.length += padding + len(data)
        return self.length - len(data)

    def data(self) -> memoryview:
        """The whole buffer, joined once for all who read before the next part is added."""
        if not self.parts:
            return self.base
        if len(self.base) or len(self.parts) > 1:
            self.base, self.parts = _EMPTY, [b"".join((self.base, *self.parts))]
        return memoryview(self.parts[0])

    def copy(self) -> Growth:
        return Growth(self.base, list(self.parts))
