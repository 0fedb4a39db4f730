"""The rules about a file as a whole: of no known format, or beyond a limit."""

from __future__ import annotations

from collections.abc import Iterator

from pantin.errors import LimitExceeded
from pantin.report import Finding, rule


@rule("FILE-UNKNOWN_FORMAT", "error", "neither its content nor its name is of a format that Pantin reads")
def unknown_format() -> Iterator[Finding]:
    """A file is of a format that Pantin reads: glTF (.glb, .gltf, .vrm), G4MF (.g4b, .g4tf), OFF or Rigy.

    Why: A file that is none of these by its content, under a name that promises nothing, has no meaning to
    check.
    Mend: Name the right file, or give it the suffix of its format to see how far it is from being one.
    Source: glTF 2.0 §4.4.2 (the magic of a GLB) and §2.7 (the names of files).
    """
    yield unknown_format.at()


@rule("FILE-LIMIT", "error", "{what}")
def limit(error: LimitExceeded) -> Iterator[Finding]:
    """A file stays within the limits of size, depth and count that Pantin reads files under.

    Why: A few bytes can promise a billion elements or nest ten thousand levels deep; reading on would exhaust
    memory.
    Mend: Mend the length or count that lies; where the file is meant to be so large, raise the limit named in
    the message through `pantin.Limits`.
    Source: Pantin's own `Limits`; the defaults leave room for any file seen in production.
    """
    yield limit.at(what=str(error))
