"""The rules about a file as a whole: unknown format, a limit that is exceeded, an extra that is missing,
bookkeeping that a conversion drops."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from pantin.base.errors import LimitExceeded, MissingExtra
from pantin.report import Finding, rule


@rule("FILE-UNKNOWN_FORMAT", "error", "unknown format: {why}")
def unknown_format(name: str, start: bytes = b"") -> Iterator[Finding]:
    """Unknown file format.

    What: Neither the suffix of the file nor its first bytes are those of a format that Pantin reads: glTF
    (.glb, .gltf, .vrm, .vrma), FBX, G4MF (.g4b, .g4tf), OFF, NPZ, RigNet, BVH or Rigy.
    Why: Pantin cannot check a file without knowing its format.
    Fix: Name the right file, or give it the suffix of its format.
    Source: glTF 2.0 §4.4.2 (the magic of a GLB) and §2.7 (the names of files).
    """
    from pantin.formats.registry import by_suffix, readable_suffixes, suffix_of

    format, suffix = by_suffix(name), suffix_of(name)
    why = "neither the content nor the file name is recognised"
    if format is not None and not format.readable:
        known = ", ".join(readable_suffixes())
        why = f"Pantin writes {suffix} but does not read it (formats that it reads: {known})"
    yield unknown_format.at(why=why)


@rule("FILE-LIMIT", "error", "{what}")
def over_limit(error: LimitExceeded) -> Iterator[Finding]:
    """File exceeds a limit.

    What: The file is larger, nests deeper or has more elements than `pantin.Limits` allows.
    Why: A few bytes can claim a billion elements or nest ten thousand levels deep; reading on would exhaust
    the memory.
    Fix: Correct the length or count that is wrong. If the file is meant to be this large, raise the limit
    named in the message through `pantin.Limits`.
    Source: Pantin's own `Limits`; the defaults leave room for any file seen in production.
    """
    yield over_limit.at(what=str(error))


@rule("FILE-MISSING_EXTRA", "error", "{what}")
def missing_extra(error: MissingExtra) -> Iterator[Finding]:
    """Format needs an extra that is not installed.

    What: Reading a file of this format needs an optional dependency, and the dependency cannot be imported.
    Why: Pantin cannot read the file, so nothing in it is checked.
    Fix: Install the extra that the message names, for example `pip install 'pantin[usd]'`.
    Source: Pantin's own optional dependencies.
    """
    yield missing_extra.at(what=str(error))


@rule("LOSS-BOOKKEEPING", "info", "dropped bookkeeping of the file: {what}")
def dropped_bookkeeping(dropped: Iterable[tuple[str, int, str]]) -> Iterator[Finding]:
    """Bookkeeping of the file is dropped.

    What: The source file has members that order its data or the work on it, such as names of accessors,
    accessors that nothing uses, the version of an exporter, or how Unity imports the body of a VRM 0.x, and
    the file is converted to another format or version. Text output has one line for all of them, unless
    `--verbose` is given.
    Why: Nothing that is seen or played depends on them. The new file has its own.
    Fix: Nothing needs to be done.
    Source: the model of a rig that all formats share (docs/architecture.md).
    """
    for what, count, pointer in dropped:
        yield dropped_bookkeeping.at(pointer, what=what if count == 1 else f"{what} ({count:,})")
