"""Showing: a rig in a pose as a picture, and over time as an animation, on a machine without a screen."""
