"""The formats that Pantin reads and writes, one folder each; and what a format of another package is made of.

`Format` is the base class; `register` adds one to every function and command. Packages name theirs by an
entry point in the group `pantin.formats`.
"""

from pantin.formats.format import Capabilities, Condition, Format, Lifted, SourceDocument, WriteOptions
from pantin.formats.registry import list_formats, register, unregister

__all__ = [
    "Capabilities",
    "Condition",
    "Format",
    "Lifted",
    "SourceDocument",
    "WriteOptions",
    "list_formats",
    "register",
    "unregister",
]
