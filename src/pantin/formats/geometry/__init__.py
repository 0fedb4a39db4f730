"""Code shared by formats of static geometry: posed surfaces, their triangles, and OBJ text, which RigNet also
uses."""
