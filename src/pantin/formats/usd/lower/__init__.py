"""Convert a rig to a stage: hierarchy, skeletons, animations, meshes, materials, cameras and lights."""
