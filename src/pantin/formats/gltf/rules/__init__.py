"""The rules about glTF files, one module per part of the file; ids are the codes of the Khronos validator."""
