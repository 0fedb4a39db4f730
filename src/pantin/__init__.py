"""Rigged models: read, check, convert, pose and deform them without losing a byte."""
