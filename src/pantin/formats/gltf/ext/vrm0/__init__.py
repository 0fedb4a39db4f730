"""VRM 0.x: the springs of `extensions.VRM.secondaryAnimation`."""

NAME = "VRM"
