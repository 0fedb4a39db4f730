"""RigNet's rigs: a text with joints, hierarchy and skin weights, and an OBJ file with the mesh beside it.

Facts from the repository zhan-xu/RigNet: README ("Data") and utils/rig_parser.py. Puppeteer
(Seed3D/Puppeteer) uses the same lines.
"""
