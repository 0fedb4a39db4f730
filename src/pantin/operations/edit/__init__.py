"""Edits of rigs: a rig in, a new rig out. `pantin.edit` has the public ones."""
