"""Biovision motion (BVH): a tree of joints with offsets, then the angles of every frame as text.

There is no specification; facts from "Motion Capture File Formats Explained" (Lander 1998) and from the
files of CMU, LAFAN1, Bandai Namco, Mixamo and MotionBuilder.
"""
