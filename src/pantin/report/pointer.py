"""JSON pointers (RFC 6901): the location of a finding in a JSON document."""

from __future__ import annotations

from typing import TypeAlias

JsonPath: TypeAlias = tuple[str | int, ...]
"""The path from the root of a JSON document to a value, as keys and indices; a pointer is its text form."""


def pointer(*tokens: str | int) -> str:
    """The pointer with these reference tokens: `pointer("nodes", 3)` is `"/nodes/3"`.

    Without tokens it is the empty string: the whole document.
    """
    text = ""
    for token in tokens:
        # Most tokens are numbers or plain words, and a report may need millions of pointers.
        if isinstance(token, str) and ("~" in token or "/" in token):
            token = token.replace("~", "~0").replace("/", "~1")
        text += f"/{token}"
    return text


def is_index(token: str) -> bool:
    """Whether a token names an element of an array: digits without a leading zero (RFC 6901 §4)."""
    return token.isascii() and token.isdecimal() and (token == "0" or token[0] != "0")


def tokens(pointer: str) -> tuple[str, ...]:
    """The reference tokens of a pointer, unescaped, each as a string: the inverse of `pointer`."""
    if not isinstance(pointer, str):
        raise TypeError(f"a JSON pointer is a string such as '/nodes/3/name', not {type(pointer).__name__}")
    if "~" not in pointer:  # as in most, and a report may need millions
        return tuple(pointer.split("/")[1:])
    return tuple(token.replace("~1", "/").replace("~0", "~") for token in pointer.split("/")[1:])
