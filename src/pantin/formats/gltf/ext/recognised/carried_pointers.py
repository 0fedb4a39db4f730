"""Decide which pointers of KHR_animation_pointer refer to properties of a rig."""

from pantin.formats.gltf.lift.clip_targets import POINTER
from pantin.formats.gltf.property_pointers import place_of


def is_carried(text: object) -> bool:
    """Whether clips of a rig can hold the channel of a pointer; `lift` reports the channels it cannot
    read."""
    return isinstance(text, str) and (POINTER.fullmatch(text) is not None or place_of(text) is not None)
