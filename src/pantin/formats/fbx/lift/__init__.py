"""Files as rigs."""
