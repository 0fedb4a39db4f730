"""The objects of VRMC_vrm 1.0."""

from __future__ import annotations

VERSION = "1.0"
LICENSE_URL = "https://vrm.dev/licenses/1.0/"
