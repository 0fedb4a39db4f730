"""Text from a file made safe to print: no escape sequence, line break or direction override gets through."""

from __future__ import annotations

import unicodedata


def printable(text: str) -> str:
    """`text` with every character that does not print as itself written as an escape, `\\x1b` for ESC.

    A name in a file may hold terminal escape sequences, or right-to-left overrides that make a message read
    as something else; a lone surrogate could not even be encoded. Spaces of other scripts (U+3000) are let
    through.
    """
    return text if text.isprintable() else "".join(map(shown, text))


def shown(character: str) -> str:
    if character.isprintable() or unicodedata.category(character) == "Zs":
        return character
    return character.encode("unicode_escape").decode("ascii")
