"""Rules about the lists of extensions in the root object."""

from __future__ import annotations

import re
from collections.abc import Iterator

from pantin.formats.gltf.ext import find
from pantin.formats.gltf.rules.scope import Scope
from pantin.report import Finding, rule
from pantin.report.pointer import pointer

NAME = re.compile(r"[A-Z0-9]+_[A-Za-z0-9_]+")


@rule("GLTF-INVALID_EXTENSION_NAME_FORMAT", "warning", '"{name}" is not of the form PREFIX_name')
def invalid_extension_name_format(scope: Scope) -> Iterator[Finding]:
    """The name of an extension should be a prefix in capitals, an underscore, and a name.

    Why: registered prefixes keep the names of different vendors apart.
    Mend: use a registered prefix, as in `KHR_…`, `EXT_…` or a vendor's own.
    Source: glTF 2.0 §3.12 and the naming rules of the extension registry.
    """
    for i, name in enumerate(scope.model.extensions_used or ()):
        if not NAME.fullmatch(name):
            yield invalid_extension_name_format.at(pointer("extensionsUsed", i), name=name)


@rule("GLTF-UNSUPPORTED_EXTENSION", "info", '"{name}" is kept as it is, and not checked')
def unsupported_extension(scope: Scope) -> Iterator[Finding]:
    """An extension that is not known is passed through unchecked.

    Why: the file may have faults in that extension which this report does not show.
    Mend: nothing to mend; check the extension with a tool that knows it.
    Source: glTF 2.0 §3.12.
    """
    for i, name in enumerate(scope.model.extensions_used or ()):
        extension = find(name)
        if extension is None or not extension.checked:
            yield unsupported_extension.at(pointer("extensionsUsed", i), name=name)


@rule("GLTF-NON_REQUIRED_EXTENSION", "error", '"{name}" must be listed in extensionsRequired too')
def non_required_extension(scope: Scope) -> Iterator[Finding]:
    """An extension that no reader can do without must be listed as required.

    Why: a reader that does not know it would read the accessors wrong without a word.
    Mend: add the name to `extensionsRequired`.
    Source: KHR_mesh_quantization, "Overview".
    """
    required = scope.model.extensions_required or ()
    for i, name in enumerate(scope.model.extensions_used or ()):
        extension = find(name)
        if extension is not None and extension.required and name not in required:
            yield non_required_extension.at(pointer("extensionsUsed", i), name=name)


@rule("GLTF-UNUSED_EXTENSION_REQUIRED", "error", '"{name}" is not listed in extensionsUsed')
def unused_extension_required(scope: Scope) -> Iterator[Finding]:
    """An extension that is required must also be listed as used.

    Why: `extensionsRequired` is the part of `extensionsUsed` that readers cannot do without.
    Mend: add the name to `extensionsUsed`, or remove it here if the file does not use it.
    Source: glTF 2.0 §3.12 and §5.17.2 (glTF.extensionsRequired).
    """
    for i, name in enumerate(scope.model.extensions_required or ()):
        if name not in scope.used_extensions:
            yield unused_extension_required.at(pointer("extensionsRequired", i), name=name)


RULES = (
    invalid_extension_name_format,
    unsupported_extension,
    non_required_extension,
    unused_extension_required,
)
