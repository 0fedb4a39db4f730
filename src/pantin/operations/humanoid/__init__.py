"""Humanoid skeletons: which nodes are which bones, and motion from one onto another."""
