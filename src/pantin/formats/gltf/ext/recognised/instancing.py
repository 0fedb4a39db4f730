"""The object of EXT_mesh_gpu_instancing."""

from pantin.formats.gltf.schema import Attributes, Node, Property


class Instancing(Property, frozen=True):
    attributes: Attributes | None = None


INSTANCING = {Node: Instancing}
