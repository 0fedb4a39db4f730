"""What the extensions of VRM 1.0 share."""

# Annotations stay objects here: msgspec would have to compile the strings at every start.
from typing import ClassVar

from pantin.formats.gltf.schema import Property
from pantin.formats.members.description import Style

VRM_FAMILY = {"VRM": "of VRM 1.0: characters, materials, constraints, motions and spring bones"}
"""Descriptions in `pantin explain` for rules whose prefix the extensions of VRM 1.0 share."""

VERSION = "1.0"
"""Their `specVersion`."""

LICENSE_URL = "https://vrm.dev/licenses/1.0/"

UNKNOWN = "unknown"
"""Replaces a missing name or author: VRM 1.0 requires both."""

READING = Style(
    in_file_order=True,
    by_item=True,
    keeps_range=True,
    keeps_integer=True,
    takes_null=False,
    names_unknown=False,
    checks_shared=False,
)
"""Decoding style for VRM objects: each fault at its path, and numbers out of range are kept."""


class VrmObject(Property, frozen=True, kw_only=True, forbid_unknown_fields=False):
    """The base of VRM objects; `rules` names the rules for missing and broken members."""

    style: ClassVar[Style] = READING
    carried: ClassVar[bool] = True
