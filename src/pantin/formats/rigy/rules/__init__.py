"""The rules of the language, in groups; `RULES` of a group are called in order with a `Scope`."""
