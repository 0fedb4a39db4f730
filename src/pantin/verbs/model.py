"""`Model`: what verbs take, for annotations."""

from __future__ import annotations

import os
from typing import BinaryIO, TypeAlias

from pantin.rig import Rig
from pantin.verbs.asset import Asset

Source: TypeAlias = str | os.PathLike[str] | bytes | bytearray | memoryview | BinaryIO
"""A file: its path, its bytes, or a binary file object."""

Model: TypeAlias = Source | Asset | Rig
"""A model: a file, an asset or a rig."""
