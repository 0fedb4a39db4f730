"""Make a glTF document smaller. Unlike everything else here, this rewrites and renumbers.

`draft` is a document being rewritten, `references` finds every index in it, `compaction` drops what nothing
uses and renumbers the rest.
"""
