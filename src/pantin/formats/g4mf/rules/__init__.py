"""The rules of G4MF, one module for each part of a file."""
