"""JSON objects that are described once, by annotated structs: members of any format.

`description` reads what the annotations of a struct say. `decode` makes its objects from JSON that may be
broken, with a `Fault` for each member that is not as described. A format turns faults into findings of its
own rules (`faults.Reports`). `references` finds the indices in objects, and `losses` what a rig carries.
"""
