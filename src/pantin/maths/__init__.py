"""Quaternions, affine transforms, and functions with the same bits on every machine."""
