"""G4MF, the Good 4D Model Format: text and binary files of rigs in N dimensions."""
