"""What the records of the extensions of VRM 1.0 share."""

from __future__ import annotations

VRM_FAMILY = {"VRM": "of VRM 1.0: characters, materials, constraints, motions and spring bones"}
"""What `pantin explain` says of the rules that the extensions of VRM 1.0 share a prefix with."""
