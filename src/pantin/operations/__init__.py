"""Facts about rigs, and operations from rigs to rigs."""
