"""JSON as text: parse it, find the bytes of a member, and change a member while all other bytes stay."""

from pantin.formats.json_text.document import JsonDocument
from pantin.formats.json_text.parse import (
    JsonFault,
    check_depth,
    is_unfinished,
    line_column,
    line_columns,
    parse,
)
from pantin.formats.json_text.scan import Span, duplicate_keys, locate

__all__ = [
    "JsonDocument",
    "JsonFault",
    "Span",
    "check_depth",
    "duplicate_keys",
    "is_unfinished",
    "line_column",
    "line_columns",
    "locate",
    "parse",
]
