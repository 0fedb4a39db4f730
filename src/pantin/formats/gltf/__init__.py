"""glTF 2.0 (`.gltf`, `.glb`, and VRM files, which are GLB): documents, accessors and rules."""
