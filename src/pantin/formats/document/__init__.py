"""Code shared by glTF and G4MF: JSON in a container of chunks, growing buffers, files beside the document,
and saving them as a set."""
