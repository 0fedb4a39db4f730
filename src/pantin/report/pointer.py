"""JSON pointers (RFC 6901): the place of a finding in a JSON document."""

from __future__ import annotations


def pointer(*tokens: str | int) -> str:
    """The pointer with these reference tokens: `pointer("nodes", 3)` is `"/nodes/3"`.

    No token means the whole document, whose pointer is the empty string.
    """
    text = ""
    for token in tokens:
        # Most tokens are numbers or plain words, and a report may ask for millions of places.
        if isinstance(token, str) and ("~" in token or "/" in token):
            token = token.replace("~", "~0").replace("/", "~1")
        text += f"/{token}"
    return text


def tokens(pointer: str) -> tuple[str, ...]:
    """The reference tokens of a pointer, unescaped: the inverse of `pointer`, every token as text."""
    return tuple(token.replace("~1", "/").replace("~0", "~") for token in pointer.split("/")[1:])
