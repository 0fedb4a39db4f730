"""Polytopes of 2 to 8 dimensions from their facets. `pantin.shapes` has the public names."""
