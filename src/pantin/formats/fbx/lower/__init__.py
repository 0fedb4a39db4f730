"""Rigs as new files."""
