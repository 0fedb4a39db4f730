"""Weights of joints: bind meshes to a skeleton, transfer weights between meshes, clean them. Rig → Rig.

`rigs` has the functions; `binding` and `transfer` compute weights of a `WorkingMesh`, which merges several
surfaces: vertices at one position become one vertex. Weights are sparse matrices of SciPy, a row for each
vertex and a column for each joint. All sums have one order, whatever the number of threads.
"""
