"""STAIK_skeletons: explicit skeletons in a glTF file. Reading, rules, writing, and taking them away."""

NAME = "STAIK_skeletons"
