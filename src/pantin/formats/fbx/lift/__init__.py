"""Convert FBX documents to rigs."""
