"""Fewer keys for the clips of a rig, with a bound on how far any posed vertex moves.

`skin` poses the vertices of a rig in many frames, `reduction` finds the keys, `hierarchy` lets children undo
errors of their parents, and `measure` checks the bound.
"""
