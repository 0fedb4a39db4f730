"""Patterns of file names: `*` and `?` within a name, `[…]` for one of some characters, `**` for folders."""

from __future__ import annotations

import re
from collections.abc import Sequence
from functools import lru_cache

from pantin.base.file_names import has_pattern
from pantin.base.records import Record


def divide(pattern: str) -> tuple[str, str]:
    """The folder that a pattern begins with, and the rest: `("models", "**/*.glb")`."""
    parts = pattern.split("/")
    first = next(index for index, part in enumerate(parts) if has_pattern(part))
    folder = "/".join(parts[:first])
    return (folder or ("/" if pattern.startswith("/") else ".")), "/".join(parts[first:])


@lru_cache(maxsize=256)
def compile_pattern(pattern: str) -> re.Pattern[str]:
    """The expression that matches the whole of a path with `/` between its parts."""
    parts = pattern.split("/")
    expression = ""
    for index, part in enumerate(parts):
        last = index == len(parts) - 1
        if part == "**":
            expression += ".*" if last else "(?:.*/)?"
        else:
            expression += _compile_part(part) + ("" if last else "/")
    return re.compile(expression, re.DOTALL)


def _compile_part(part: str) -> str:
    """The expression of a pattern without folders; a bracket without its end is an ordinary character."""
    expression, index = "", 0
    while index < len(part):
        character = part[index]
        index += 1
        if character == "*":
            expression += "[^/]*"
        elif character == "?":
            expression += "[^/]"
        elif character == "[" and (end := part.find("]", index + 1)) > 0:
            inner = part[index:end].replace("\\", "\\\\").replace("[", "\\[")
            inner = "^" + inner[1:] if inner[0] == "!" else inner.replace("^", "\\^", 1)
            expression += f"[{inner}]"
            index = end + 1
        else:
            expression += re.escape(character)
    return expression


class Filter(Record):
    """Which files to take: those that match one of `include`, if there are any, and none of `exclude`.

    A pattern without `/` is compared with the name of the file and of each folder above it, any other with
    the path below the folder that was named.
    """

    include: Sequence[str] = ()
    exclude: Sequence[str] = ()

    def accepts(self, relative: str) -> bool:
        included = not self.include or any(matches(pattern, relative) for pattern in self.include)
        return included and not any(matches(pattern, relative) for pattern in self.exclude)


def matches(pattern: str, relative: str) -> bool:
    pattern = pattern.rstrip("/")
    if "/" in pattern:
        expression = compile_pattern(pattern.removeprefix("/"))
        return bool(expression.fullmatch(relative) or _matches_folder(expression, relative))
    expression = compile_pattern(pattern)
    return any(expression.fullmatch(part) for part in relative.split("/"))


def _matches_folder(expression: re.Pattern[str], relative: str) -> bool:
    """Whether a folder above the file is matched, which takes everything in it."""
    parts = relative.split("/")
    return any(expression.fullmatch("/".join(parts[:count])) for count in range(1, len(parts)))


def matches_file(pattern: str, folder: str, path: str) -> bool:
    """Whether a file at a path, which may be relative to the working folder, is below `folder` and matches a
    pattern there."""
    from os.path import relpath

    try:
        relative = relpath(path, folder).replace("\\", "/")
    except ValueError:  # Windows: on another drive
        return False
    return not relative.startswith("../") and matches(pattern, relative)
