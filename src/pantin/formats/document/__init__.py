"""What glTF and G4MF share: JSON in a container of chunks, buffers that grow, files beside the document, and
saving all of them as a set."""
