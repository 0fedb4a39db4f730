"""Quaternions, affine maps, and functions whose bits are the same on every machine."""
