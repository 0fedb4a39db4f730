"""Words for messages: counts with plurals, articles, names with an index, and text that is safe to print."""

from __future__ import annotations

import unicodedata
from collections.abc import Sequence

PLURALS = {
    "vertex": "vertices",
    "mesh": "meshes",
    "index": "indices",
    "axis": "axes",
    "matrix": "matrices",
    "simplex": "simplexes",
}
"""Plurals that do not end in s alone."""

LISTED = 3
"""The most elements that a message lists."""

LONGEST_VALUE = 120
"""Characters of a value that a message repeats: a file may have a name of a megabyte."""

LONGEST_SENTENCE = 1000
"""Characters of a value with spaces: mostly a reason in words, with what to do at its end."""

LONGEST_NAME = 40
"""Characters of a name that a message quotes."""


def counted(count: int, noun: str) -> str:
    """`"1 file"`, `"1,000 files"`, `"2 vertices"`."""
    return f"{count:,} {plural(noun, count)}"


def plural(noun: str, count: int) -> str:
    """The noun as it follows a count: `"vertices"` for 2. Of several words, the last changes."""
    if count == 1:
        return noun
    *first, last = noun.split(" ")
    return " ".join([*first, PLURALS.get(last, f"{last}s")])


def singular(collection: str) -> str:
    """One item of a collection by its name in a document: `"buffer view"` of `bufferViews`."""
    words = "".join(f" {letter.lower()}" if letter.isupper() else letter for letter in collection)
    *first, last = words.split(" ")
    known = {several: one for one, several in PLURALS.items()}
    shorter = f"{last.removesuffix('ies')}y" if last.endswith("ies") else last.removesuffix("s")
    return " ".join([*first, known.get(last) or shorter])


def article(noun: str) -> str:
    """`"an override"`, `"a collider"`; by the first letter, or by how it is read: `"an STL file"`."""
    spelled_out = len(noun.split()[0]) > 1 and noun.split()[0].isupper()
    vowels = "AEFHILMNORSX" if spelled_out else "AEIOaeio"
    return f"{'an' if noun[0] in vowels else 'a'} {noun}"


def named(kind: str, index: int | None, name: object = None) -> str:
    """A thing by its name and index: `'skin "Body" (0)'`, `"skin 0"` where it has no name."""
    if not isinstance(name, str) or not name:
        return kind if index is None else f"{kind} {index}"
    return f"{kind} {quoted(name)}" + ("" if index is None else f" ({index})")


def quoted(name: str) -> str:
    """A name in quotes, cut where it is long."""
    return f'"{name if len(name) <= LONGEST_NAME else name[: LONGEST_NAME - 1] + "…"}"'


def cut(value: object) -> object:
    """A value as a message repeats it: the beginning of a long name, and of a very long sentence."""
    if isinstance(value, str) and len(value) > LONGEST_VALUE:
        longest = LONGEST_SENTENCE if " " in value[:LONGEST_VALUE] else LONGEST_VALUE
        return value if len(value) <= longest else value[: longest - 1] + "…"
    return value


def list_indices(noun: str, indices: Sequence[int]) -> str:
    """The first few by number and the rest as a count: `"joints 4, 7, 9 and 1 more"`."""
    listed = ", ".join(str(index) for index in indices[:LISTED])
    left = len(indices) - LISTED
    return f"{plural(noun, len(indices))} {listed}" + (f" and {left:,} more" if left > 0 else "")


def and_more(count: int) -> str:
    """The end of a message that names the first of `count` places: `", and 2 more"`, or an empty string."""
    return f", and {count - 1} more" if count > 1 else ""


def printable(text: str) -> str:
    """`text` with an escape for every character that does not print as itself: `\\x1b` for ESC.

    A name in a file may contain terminal escape sequences, or right-to-left overrides that change how a
    message reads; a lone surrogate could not even be encoded. Spaces of other scripts (U+3000) are kept.
    """
    return text if text.isprintable() else "".join(map(_escape, text))


def _escape(character: str) -> str:
    if character.isprintable() or unicodedata.category(character) == "Zs":
        return character
    return character.encode("unicode_escape").decode("ascii")


LFS_POINTER = b"version https://git-lfs"
"""The first bytes of a Git LFS pointer file, which replaces a file until it is fetched."""


def describe_start(data: bytes, expected: str) -> str:
    """The reason why a file with these first bytes, instead of the expected ones, does not have its
    format."""
    if not data:
        return "the file is empty"
    if data.startswith(LFS_POINTER):
        return "it is a Git LFS pointer; fetch the file with `git lfs pull`"
    start = data[: len(expected)].decode("latin-1")
    return f'it starts with "{printable(start)}", not "{expected}"'


def format_point(coordinates: Sequence[float]) -> str:
    return " ".join(f"{number:.4g}" for number in coordinates)


def format_size(count: int) -> str:
    """`"1.2 MiB"`: a size with up to three digits."""
    amount, units = float(count), ["bytes", "KiB", "MiB", "GiB"]
    while amount >= 1000 and len(units) > 1:
        amount, units = amount / 1024, units[1:]
    return f"{count:,} bytes" if units[0] == "bytes" else f"{amount:.3g} {units[0]}"
