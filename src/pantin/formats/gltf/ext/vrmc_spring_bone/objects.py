"""The objects of VRMC_springBone 1.0 and of the two extensions of its objects."""

from __future__ import annotations

LIMIT_VERSION = "1.0-draft"
