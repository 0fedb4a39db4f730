"""The rules about FBX files."""
