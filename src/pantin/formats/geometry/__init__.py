"""What formats of static geometry share: posed surfaces, their triangles, and the text of OBJ files, which
RigNet has too."""
