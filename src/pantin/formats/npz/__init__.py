"""NumPy archives (.npz): rigs as arrays, posed geometry, and the files of programs that rig models."""
