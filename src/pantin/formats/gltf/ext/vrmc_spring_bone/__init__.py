"""VRMC_springBone 1.0 with VRMC_springBone_extended_collider 1.0 and VRMC_springBone_limit 1.0-draft."""

NAME = "VRMC_springBone"
EXTENDED = "VRMC_springBone_extended_collider"
LIMIT = "VRMC_springBone_limit"
VERSION = "1.0"
LIMIT_VERSION = "1.0-draft"
