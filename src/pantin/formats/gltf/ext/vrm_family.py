"""What the extensions of VRM 1.0 share."""

from __future__ import annotations

VRM_FAMILY = {"VRM": "of VRM 1.0: characters, materials, constraints, motions and spring bones"}
"""What `pantin explain` says of the rules that the extensions of VRM 1.0 share a prefix with."""

VERSION = "1.0"
"""Their `specVersion`."""

LICENSE_URL = "https://vrm.dev/licenses/1.0/"

UNKNOWN = "unknown"
"""Stands for a name or an author that a file does not state: VRM 1.0 requires both."""
