"""The hot loops: arrays in, arrays out. Each has a NumPy reference and a numba twin, which is imported only
for large work.
"""
