"""The object of KHR_animation_pointer."""

from typing import Annotated

from msgspec import Meta

from pantin.formats.gltf.schema import Property, Target

# RFC 6901 §3.
PointerText = Annotated[str, Meta(pattern=r"^(/([^/~]|~[01])*)*\Z", extra={"form": "a JSON pointer"})]


class AnimationPointer(Property, frozen=True):
    pointer: PointerText | None


POINTER = {Target: AnimationPointer}
