"""The verbs: one module each, with the function, its result, its rules and its options; and `Asset`."""
