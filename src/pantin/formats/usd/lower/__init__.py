"""Rig → stage: hierarchy, skeletons, animations, meshes, materials, cameras and lights."""
