"""Convert a stage to a rig: nodes, meshes, skeletons, clips, materials, cameras and lights."""
