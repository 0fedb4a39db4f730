"""Upgrade a document of any dialect to the newest: renamed keys, bindings, and blend shapes per surface.

Only older spellings are changed; new arrays are appended. What cannot be expressed in the newest form is left
as it is, and counts as a fault.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import cached_property
from typing import TYPE_CHECKING, Any, Literal, NamedTuple

import numpy as np

from pantin.formats.g4mf.accessor import AccessorFault
from pantin.formats.g4mf.dialects import CHANNEL_KEYS
from pantin.formats.g4mf.model import CHANNELS, Model, natural, number, objects, read_model
from pantin.formats.g4mf.older_meshes import BOUND, OlderMesh, OlderSurface, count_within_limits
from pantin.report.pointer import pointer

if TYPE_CHECKING:
    from pantin.formats.g4mf.document import Document


FaultKind = Literal["form", "values", "count", "index", "other"]
"""The kind of fault: the newest form cannot express it, a target has no values, their number is wrong, or an
index over all surfaces is out of range. Rules about the newest form find other faults."""


class UpgradeFault(NamedTuple):
    """A part of an older form that cannot be upgraded. `parts` has the values for a message."""

    kind: FaultKind
    pointer: str
    reason: str
    parts: dict[str, Any]


def upgrade(document: Document) -> Document:
    """A copy of the document in the newest form. Raises `AccessorFault` where its data are broken."""
    result = Upgrade(document.copy())
    result.run()
    if result.dimension is None:
        raise AccessorFault("the document has no dimension")
    if result.faults:
        raise AccessorFault(f"{result.faults[0].pointer}: {result.faults[0].reason}")
    return result.document


class Upgrade:
    """The changes that give a document the newest form.

    moved   for a pointer of the newest form, where the same value was
    made    for a pointer of the newest form, what it and everything inside was made of

    `for_reading`: everything that rules look at is kept, also what has no effect.
    """

    def __init__(self, document: Document, *, for_reading: bool = False) -> None:
        self.document = document
        self.for_reading = for_reading
        self.moved: dict[str, str] = {}
        self.made: dict[str, str] = {}
        self.faults: list[UpgradeFault] = []
        self.deferred: list[Callable[[], object]] = []
        """What looks for faults that nothing but rules asks for."""
        self._identities: dict[int, int] = {}

    def run(self) -> None:
        older = [
            [OlderSurface.from_json(surface) for surface in objects(mesh, "surfaces")]
            for mesh in objects(self.document.tree, "meshes")
        ]
        self._rename_keys()
        self._name_chunks()
        self._upgrade_nodes()
        self._upgrade_files()
        self._upgrade_surfaces()
        for index, mesh in enumerate(objects(self.document.tree, "meshes")):
            OlderMesh(self, index, mesh, older[index]).convert()
        self._upgrade_materials()

    @cached_property
    def model(self) -> Model:
        """The typed model of the meshes. What else is asked of it, an upgrade of them does not change."""
        tree = self.document.tree
        return read_model({key: tree[key] for key in ("asset", "meshes") if key in tree})

    @property
    def dimension(self) -> int | None:
        return self.model.dimension

    def all_faults(self) -> list[UpgradeFault]:
        """The faults, with those that were not looked for yet."""
        while self.deferred:
            self.deferred.pop(0)()
        return self.faults

    def append_identity(self, count: int) -> int:
        """Append the indices of a binding in which element i has value i. When reading, bindings share them,
        in a type that `lift` need not convert."""
        if not self.for_reading:
            return self.document.append_indices(np.arange(count))
        if count not in self._identities:
            self._identities[count] = self.document.append_array(np.arange(count, dtype=np.uint64), "uint64")
        return self._identities[count]

    def fault(self, location: str, reason: str, kind: FaultKind = "other", **parts: Any) -> None:
        self.faults.append(UpgradeFault(kind, location, reason, parts))

    def _each(self, collection: str, *keys: str) -> list[tuple[str, dict[str, Any]]]:
        """The objects of a collection that have any of the keys."""
        wanted = frozenset(keys)
        return [
            (f"/{collection}/{index}", entry)
            for index, entry in enumerate(objects(self.document.tree, collection))
            if isinstance(entry, dict) and not wanted.isdisjoint(entry)
        ]

    def _rename(self, location: str, entry: dict[str, Any], was: str, now: str) -> None:
        if was in entry:
            value = entry[was]
            self.document.remove(f"{location}/{was}")
            if now not in entry:
                self.moved[f"{location}/{now}"] = f"{location}/{was}"
                self.document.set(f"{location}/{now}", value)

    def _rename_keys(self) -> None:
        for location, entry in self._each("accessors", "primitiveType"):
            self._rename(location, entry, "primitiveType", "componentType")
        for location, entry in self._each("buffers", "compression"):
            self._rename(location, entry, "compression", "encoding")

    def _name_chunks(self) -> None:
        if self.document.kind != "g4b":
            return
        for index, entry in enumerate(objects(self.document.tree, "buffers")):
            if isinstance(entry, dict) and "uri" not in entry and "chunk" not in entry:
                self.made[pointer("buffers", index, "chunk")] = pointer("buffers", index)
                self.document.set(pointer("buffers", index, "chunk"), index + 1)

    def _upgrade_files(self) -> None:
        """Convert models and images to files, and shift the indices of models. Where `files` is no list,
        nothing can be added."""
        if not isinstance(self.document.tree.get("files", []), list):
            for location, node in self._each("nodes", "modelInstance"):
                if isinstance(node["modelInstance"], dict):
                    self._rename(f"{location}/modelInstance", node["modelInstance"], "model", "file")
            return
        first = len(objects(self.document.tree, "files"))
        models = objects(self.document.tree, "models")
        images = sum(len(objects(texture, "images")) for _, texture in self._each("textures", "images"))
        if isinstance(self.document.tree.get("models"), list):
            for index, entry in enumerate(models):
                self.moved[pointer("files", first + index)] = pointer("models", index)
                self.document.append("/files", entry)
            self.document.remove("/models")
        for location, node in self._each("nodes", "modelInstance"):
            instance = node.get("modelInstance")
            if isinstance(instance, dict) and "model" in instance:
                which = instance["model"]
                if natural(which) is not None and models:
                    # An index past the models stays past all files.
                    which += first if which < len(models) else first + images
                self._rename(f"{location}/modelInstance", instance, "model", "file")
                if "file" not in instance:
                    self.document.set(f"{location}/modelInstance/file", which)
        for location, texture in self._each("textures", "images"):
            listed = texture.get("images")
            if not isinstance(listed, list):
                self._rename(location, texture, "images", "files")
                continue
            self.document.remove(f"{location}/images")
            numbers = []
            for index, image in enumerate(listed):
                self.moved[f"{location}/files/{index}"] = f"{location}/images/{index}"
                if isinstance(image, dict):
                    self.moved[pointer("files", len(objects(self.document.tree, "files")))] = (
                        f"{location}/images/{index}"
                    )
                numbers.append(self.document.append("/files", image) if isinstance(image, dict) else image)
            self.moved[f"{location}/files"] = f"{location}/images"
            self.document.set(f"{location}/files", numbers)

    def _upgrade_nodes(self) -> None:
        lights = objects(self.document.tree, "lights")
        for location, node in self._each("nodes", "boneLength", "mesh", "model", "light"):
            self._upgrade_bone(location, node)
            for was, now in (("mesh", "meshInstance"), ("model", "modelInstance")):
                if isinstance(node.get(was), int) and now not in node:
                    which = node[was]
                    self.document.remove(f"{location}/{was}")
                    self.made[f"{location}/{now}"] = f"{location}/{was}"
                    self.document.set(f"{location}/{now}", {was: which})
            light = natural(node.get("light"))
            if light is not None and light < len(lights):
                self.moved[f"{location}/light"] = pointer("lights", light)
                self.document.set(f"{location}/light", lights[light])
        if isinstance(self.document.tree.get("lights"), list) and not self.for_reading:
            self.document.remove("/lights")

    def _upgrade_bone(self, location: str, node: dict[str, Any]) -> None:
        """Upgrade bones from before `bone` was an object: a length of −1 means that the node is not a
        bone."""
        if "boneLength" not in node:
            return
        length = node["boneLength"]
        self.document.remove(f"{location}/boneLength")
        if "bone" not in node and not (number(length) and length < 0):
            self.made[f"{location}/bone"] = f"{location}/boneLength"
            self.document.set(f"{location}/bone", {"length": length})

    def _upgrade_surfaces(self) -> None:
        """Rename the members of surfaces, and move those of `topology` beside them."""
        for location, mesh in self._each("meshes", "surfaces"):
            for index, surface in enumerate(objects(mesh, "surfaces")):
                if not isinstance(surface, dict):
                    continue
                here = f"{location}/surfaces/{index}"
                self._rename(here, surface, "cells", "simplexes")
                self._rename(here, surface, "polytopeCells", "polytopeSimplexes")
                # `OlderSurface` knows them; without them, meshes are decoded in one step. In a file that
                # is written, what replaces a member takes its place in the text.
                for key in BOUND if self.for_reading else ():
                    if natural(surface.get(key)) is not None:
                        self.document.remove(f"{here}/{key}")
                topology = surface.get("topology")
                if not isinstance(topology, dict):
                    continue
                self.document.remove(f"{here}/topology")
                for key, value in topology.items():
                    is_bound = key in BOUND and natural(value) is not None
                    if key not in surface and not is_bound:
                        self.moved[f"{here}/{key}"] = f"{here}/topology/{key}"
                        self.document.set(f"{here}/{key}", value)

    def _upgrade_materials(self) -> None:
        """Convert an accessor with a value per element to a binding in which element i has value i."""
        for location, material in self._each("materials", *CHANNELS):
            for name in CHANNELS:
                channel = material.get(name)
                if not isinstance(channel, dict):
                    continue
                for key in CHANNEL_KEYS:
                    values = channel.get(key)
                    if natural(values) is None or "elementMap" in channel:
                        continue
                    self.document.remove(f"{location}/{name}/{key}")
                    self.made[f"{location}/{name}/elementMap"] = f"{location}/{name}/{key}"
                    binding = self._dense(values, key, f"{location}/{name}/{key}")
                    self.document.set(f"{location}/{name}/elementMap", binding)
                    break
                if natural(channel.get("textureMap")) is not None:
                    where = f"{location}/{name}/textureMap"
                    self.made[f"{where}/values"] = self.made[f"{where}/simplexes"] = where
                    self.document.set(where, self._dense(channel["textureMap"], "simplexes", where))

    def _dense(self, values: Any, key: str, location: str) -> dict[str, Any]:
        try:
            count = count_within_limits(self.document, values)
        except AccessorFault as fault:
            self.fault(location, str(fault))
            return {"values": values}
        identity = self.append_identity(count)
        if key in ("perCell", "perSimplex"):
            return {"values": values, "perSimplex": identity}
        if key == "simplexes":
            return {"values": values, "simplexes": identity}
        dimension = 1 if key == "perEdge" else 0
        tier = {"accessor": identity, "geometryDimension": dimension, "decomposeDimension": dimension}
        return {"values": values, "geometry": [tier]}
