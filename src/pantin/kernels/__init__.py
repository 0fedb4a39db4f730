"""The hot loops: arrays in, arrays out. Each is a NumPy reference and a numba twin, imported when the work
is worth it.
"""
