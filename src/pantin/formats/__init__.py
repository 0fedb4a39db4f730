"""The formats that Pantin reads and writes, one folder each; and what a format of another package is made of.

`Format` is the base class of formats, and `Extension` the record of an extension of glTF; `register` adds
one to every function and command. `rule` declares a rule. Packages name their formats by an entry point in
the group `pantin.formats`.
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any

from pantin.base.arguments import check_arguments
from pantin.base.deprecation import renamed
from pantin.base.options import Option
from pantin.formats import registry
from pantin.formats.format import Capabilities, Condition, Format, Lifted, SourceDocument, WriteOptions
from pantin.formats.registry import list_formats
from pantin.report import rule

if TYPE_CHECKING:
    from pantin.formats.gltf.extension import Extension
    from pantin.report import Severity

__all__ = [
    "Capabilities",
    "Condition",
    "Extension",
    "Format",
    "Lifted",
    "Option",
    "Severity",
    "SourceDocument",
    "WriteOptions",
    "list_formats",
    "register",
    "rule",
    "unregister",
]


_LATER = {"Extension": "pantin.formats.gltf.extension", "Severity": "pantin.report"}
"""Names whose modules are imported at first use: the help of a command needs neither."""


def __getattr__(name: str) -> Any:
    if name not in _LATER:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    return getattr(import_module(_LATER[name]), name)


@renamed(format="added")
@check_arguments
def register(added: Format | Extension) -> None:
    """Add a format, or the record of an extension of glTF, to all functions and commands.

    Raises `ValueError` if its name or a suffix is taken.

    >>> leash = pantin.formats.Extension(extends={"EXAMPLE_leash": ("node",)})
    >>> pantin.formats.register(leash)
    >>> pantin.formats.unregister(leash)
    """
    _registry_of(added).register(added)


@renamed(format="added")
@check_arguments
def unregister(added: Format | Extension) -> None:
    """Remove a registered format or extension record. Raises `ValueError` if it is not registered.

    >>> pantin.formats.unregister(pantin.formats.Extension(extends={"EXAMPLE_leash": ("node",)}))
    Traceback (most recent call last):
    ...
    ValueError: EXAMPLE_leash is not registered
    """
    _registry_of(added).unregister(added)


def _registry_of(added: Format | Extension) -> Any:
    return registry if isinstance(added, Format) else import_module("pantin.formats.gltf.extensions")


def __dir__() -> list[str]:
    return sorted(__all__)
