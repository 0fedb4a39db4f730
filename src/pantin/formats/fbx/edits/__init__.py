"""Edits of a document that change nothing else."""
