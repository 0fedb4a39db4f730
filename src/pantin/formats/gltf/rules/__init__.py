"""The rules about glTF files, a module per part of the file; their ids are the Khronos validator's codes."""
