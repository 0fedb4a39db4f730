"""The objects of VRM 0.x."""

from __future__ import annotations

THUMBS = {
    f"{side}Thumb{old}": f"{side}Thumb{new}"
    for side in ("left", "right")
    for old, new in (("Proximal", "Metacarpal"), ("Intermediate", "Proximal"))
}
"""The bones of the thumb, which VRM 0.x names one joint further out."""
