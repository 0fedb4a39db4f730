"""The objects of VRMC_node_constraint 1.0."""

from __future__ import annotations

VERSION = "1.0"
