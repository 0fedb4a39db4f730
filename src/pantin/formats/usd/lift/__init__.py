"""Stage → rig: nodes, meshes, skeletons, clips, materials, cameras and lights."""
