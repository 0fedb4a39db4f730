"""Rigy sources: compile them, expand macros, format the text; and the JSON schema of the language."""

from pantin.formats.rigy.files import expand, fmt, schema
from pantin.verbs.compile import compile

__all__ = ["compile", "expand", "fmt", "schema"]


def __dir__() -> list[str]:
    return sorted(__all__)
