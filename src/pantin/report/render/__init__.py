"""Output formats of reports, for people and for machines: one module each, a generator over reports.

Each yields text as soon as it can, so that a thousand files need no more memory than one.
"""
