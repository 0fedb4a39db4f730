"""Rules about the lists of extensions in the root object."""

from __future__ import annotations

import re
from collections.abc import Iterator

from pantin.formats.gltf.extensions import find, is_read
from pantin.formats.gltf.scope import Scope
from pantin.report import Finding, rule
from pantin.report.pointer import pointer

NAME = re.compile(r"[A-Z0-9]+_[A-Za-z0-9_]+")


@rule(
    "GLTF-INVALID_EXTENSION_NAME_FORMAT",
    "warning",
    'the extension name "{name}" does not have the form PREFIX_name',
    only_with=("extensionsUsed",),
)
def invalid_extension_name_format(scope: Scope) -> Iterator[Finding]:
    """Extension name has no prefix.

    What: The name of an extension should be a prefix in capitals, an underscore and a name. `VRM`, the name
    that the specification of VRM 0.x requires, is accepted.
    Why: Registered prefixes keep the names of different vendors apart.
    Fix: Use a registered prefix: `KHR_…`, `EXT_…` or one of a vendor.
    Source: glTF 2.0 §3.12 and the naming rules of the extension registry.
    """
    for i, name in enumerate(scope.model.extensions_used or ()):
        # The specification of VRM 0.x fixes the name "VRM", so a known name is not at fault.
        if not NAME.fullmatch(name) and find(name) is None:
            yield invalid_extension_name_format.at(pointer("extensionsUsed", i), name=name)


@rule(
    "GLTF-UNSUPPORTED_EXTENSION",
    "info",
    'unsupported extension "{name}": preserved, not validated',
    only_with=("extensionsUsed",),
)
def unsupported_extension(scope: Scope) -> Iterator[Finding]:
    """Unsupported extension.

    What: Lists every extension in `extensionsUsed` whose objects Pantin does not check. Those that are drafts
    are checked with `--draft`.
    Why: The file may have errors in that extension that this report does not show.
    Fix: Nothing to fix. Check the extension with a tool that supports it.
    Source: glTF 2.0 §3.12.
    """
    for i, name in enumerate(scope.model.extensions_used or ()):
        extension = find(name)
        if extension is None or not extension.checked or not is_read(extension, scope.document):
            yield unsupported_extension.at(pointer("extensionsUsed", i), name=name)


@rule(
    "GLTF-NON_REQUIRED_EXTENSION",
    "error",
    'extension "{name}" must also be listed in extensionsRequired',
    only_with=("extensionsUsed",),
)
def non_required_extension(scope: Scope) -> Iterator[Finding]:
    """Extension must be required.

    What: An extension that readers cannot ignore must be listed in `extensionsRequired`.
    Why: A reader that does not know it loads wrong data without noticing.
    Fix: Add the name to `extensionsRequired`.
    Source: KHR_mesh_quantization, "Overview".
    """
    required = scope.model.extensions_required or ()
    for i, name in enumerate(scope.model.extensions_used or ()):
        extension = find(name)
        if extension is not None and extension.required and name not in required:
            yield non_required_extension.at(pointer("extensionsUsed", i), name=name)


@rule(
    "GLTF-UNUSED_EXTENSION_REQUIRED", "error", 'required extension "{name}" is not listed in extensionsUsed'
)
def unused_extension_required(scope: Scope) -> Iterator[Finding]:
    """Required extension is not listed as used.

    What: Every name in `extensionsRequired` must also be in `extensionsUsed`.
    Why: Readers that look at `extensionsUsed` only do not know that the file needs it.
    Fix: Add the name to `extensionsUsed`, or remove it here if the file does not use it.
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
