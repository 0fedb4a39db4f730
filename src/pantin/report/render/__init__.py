"""Reports as text for people and for machines: one module per format, each a generator over reports.

Reports go in one by one and text comes out as soon as it can, so a thousand files need no more memory than
one.
"""
