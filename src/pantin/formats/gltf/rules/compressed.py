"""Rules about compressed accessors: a missing decoder, and data that does not decode."""

from __future__ import annotations

from collections.abc import Iterator

from pantin.base.errors import PantinError
from pantin.formats.gltf.accessor import BadAccessor, view
from pantin.formats.gltf.extension import Packing
from pantin.formats.gltf.extensions import find
from pantin.formats.gltf.scope import Scope
from pantin.report import Finding, Rule, rule
from pantin.report.pointer import pointer


def packed_faults(scope: Scope) -> dict[int, BadAccessor]:
    """The reasons why accessors cannot be read, where the reason is compression."""
    used = [extension for name in scope.used_extensions if (extension := find(name)) is not None]
    if not any(extension.packing != Packing() for extension in used):
        return {}
    faults = {}
    for index in range(len(scope.model.accessors)):
        if scope.array(index) is None:
            try:
                view(scope.document, index)
            except BadAccessor as fault:
                if fault.reason in ("needs-extra", "corrupt"):
                    faults[index] = fault
            except PantinError:
                # A limit, which has its own rule.
                continue
    return faults


def _require_extra(scope: Scope, rule: Rule[[Scope]], extra: str) -> Iterator[Finding]:
    for index, fault in scope.fact(packed_faults).items():
        if fault.reason == "needs-extra" and extra in str(fault):
            yield rule.at(pointer("accessors", index), accessor=scope.named("accessor", index))


@rule(
    "GLTF-NEEDS_DRACO",
    "error",
    "{accessor} is compressed with Draco and was not checked: install pantin[draco] to read it",
    only_with=("extensionsUsed",),
)
def needs_draco(scope: Scope) -> Iterator[Finding]:
    """Draco decoder is not installed.

    What: Reports accessors compressed with Draco if the decoder is not installed.
    Why: Their data cannot be read, so it is not checked.
    Fix: `pip install "pantin[draco]"`.
    Source: KHR_draco_mesh_compression.
    """
    yield from _require_extra(scope, needs_draco, "[draco]")


@rule(
    "GLTF-NEEDS_MESHOPT",
    "error",
    "{accessor} is compressed with meshopt and was not checked: install pantin[meshopt] to read it",
    only_with=("extensionsUsed",),
)
def needs_meshopt(scope: Scope) -> Iterator[Finding]:
    """Meshopt decoder is not installed.

    What: Reports accessors compressed with meshopt if the decoder is not installed.
    Why: Their data cannot be read, so it is not checked.
    Fix: `pip install "pantin[meshopt]"`.
    Source: EXT_meshopt_compression.
    """
    yield from _require_extra(scope, needs_meshopt, "[meshopt]")


@rule(
    "GLTF-COMPRESSED_DATA_INVALID",
    "error",
    "{accessor} cannot be decompressed: {reason}",
    only_with=("extensionsUsed",),
)
def compressed_data_invalid(scope: Scope) -> Iterator[Finding]:
    """Invalid compressed data.

    What: Compressed data must decode to what its accessors declare.
    Why: Readers fail, or show nothing.
    Fix: Compress the original again.
    Source: KHR_draco_mesh_compression; EXT_meshopt_compression.
    """
    for index, fault in scope.fact(packed_faults).items():
        if fault.reason == "corrupt":
            name = scope.named("accessor", index)
            yield compressed_data_invalid.at(pointer("accessors", index), accessor=name, reason=fault)


RULES = (needs_draco, needs_meshopt, compressed_data_invalid)
