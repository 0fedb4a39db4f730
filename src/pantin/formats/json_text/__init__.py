"""JSON as text: parse it, find the bytes of a member, and change a member while all other bytes stay as they
are.
"""

from pantin.formats.json_text.parse import JsonFault, check_depth, line_column, parse

__all__ = ["JsonFault", "check_depth", "line_column", "parse"]
