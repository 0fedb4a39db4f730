"""Rules about compressed accessors: there is a decoder for them, and it can unpack them."""

from __future__ import annotations

from collections.abc import Iterator

from pantin.errors import PantinError
from pantin.formats.gltf.accessor import BadAccessor, view
from pantin.formats.gltf.ext import draco, meshopt
from pantin.formats.gltf.rules.scope import Scope
from pantin.report import Finding, Rule, rule
from pantin.report.pointer import pointer


def packed_faults(scope: Scope) -> dict[int, BadAccessor]:
    """Why the accessors of a file that uses compression cannot be read, where compression is the reason."""
    if scope.used_extensions.isdisjoint((draco.NAME, *meshopt.NAMES)):
        return {}
    found = {}
    for index in range(len(scope.model.accessors)):
        if scope.array(index) is None:
            try:
                view(scope.document, index)
            except BadAccessor as fault:
                if fault.reason in ("needs-extra", "corrupt"):
                    found[index] = fault
            except PantinError:
                # A limit, of which another rule speaks.
                continue
    return found


def _needing(scope: Scope, rule: Rule[[Scope]], extra: str) -> Iterator[Finding]:
    for index, fault in scope.fact(packed_faults).items():
        if fault.reason == "needs-extra" and extra in str(fault):
            yield rule.at(pointer("accessors", index), index=index)


@rule(
    "GLTF-NEEDS_DRACO",
    "error",
    "accessor {index} is compressed with Draco and was not checked: install pantin[draco] to read it",
)
def needs_draco(scope: Scope) -> Iterator[Finding]:
    """Draco data are checked when the decoder is installed.

    Why: without it the numbers cannot be read, and nothing can be said about them.
    Mend: `pip install "pantin[draco]"`.
    Source: KHR_draco_mesh_compression.
    """
    yield from _needing(scope, needs_draco, "[draco]")


@rule(
    "GLTF-NEEDS_MESHOPT",
    "error",
    "accessor {index} is compressed with meshopt and was not checked: install pantin[meshopt] to read it",
)
def needs_meshopt(scope: Scope) -> Iterator[Finding]:
    """Meshopt data are checked when the decoder is installed.

    Why: without it the numbers cannot be read, and nothing can be said about them.
    Mend: `pip install "pantin[meshopt]"`.
    Source: EXT_meshopt_compression.
    """
    yield from _needing(scope, needs_meshopt, "[meshopt]")


@rule("GLTF-COMPRESSED_DATA_INVALID", "error", "{why}")
def compressed_data_invalid(scope: Scope) -> Iterator[Finding]:
    """Compressed data unpack to what their accessors declare.

    Why: readers fail, or show nothing.
    Mend: compress the original again.
    Source: KHR_draco_mesh_compression; EXT_meshopt_compression.
    """
    for index, fault in scope.fact(packed_faults).items():
        if fault.reason == "corrupt":
            yield compressed_data_invalid.at(pointer("accessors", index), why=fault)


RULES = (needs_draco, needs_meshopt, compressed_data_invalid)
