"""Write rigs as new FBX documents."""
