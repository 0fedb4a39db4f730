"""What the extensions of VRM 1.0 share."""

# Annotations stay objects here: msgspec would have to compile the strings at every start.
from typing import ClassVar

from pantin.formats.gltf.schema import Property
from pantin.formats.members.description import Style

VRM_FAMILY = {"VRM": "of VRM 1.0: characters, materials, constraints, motions and spring bones"}
"""What `pantin explain` says of the rules that the extensions of VRM 1.0 share a prefix with."""

VERSION = "1.0"
"""Their `specVersion`."""

LICENSE_URL = "https://vrm.dev/licenses/1.0/"

UNKNOWN = "unknown"
"""Stands for a name or an author that a file does not state: VRM 1.0 requires both."""

READING = Style(
    in_file_order=True,
    by_item=True,
    keeps_range=True,
    keeps_integer=True,
    takes_null=False,
    names_unknown=False,
    checks_shared=False,
)
"""How objects of VRM are read: each fault at its place, and numbers out of range kept."""


class VrmObject(Property, frozen=True, kw_only=True, forbid_unknown_fields=False):
    """The base of the objects of VRM; `rules` names those that report missing and broken members."""

    style: ClassVar[Style] = READING
    carried: ClassVar[bool] = True
