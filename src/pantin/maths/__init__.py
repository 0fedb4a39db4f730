"""Quaternions, dual quaternions and affine maps over NumPy arrays: the arithmetic every other room stands on."""
