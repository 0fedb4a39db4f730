"""Make a glTF document smaller. Unlike other packages, this one rewrites and renumbers. `draft` is a document
being rewritten, `references` finds every index in it, `compaction` drops unused objects and renumbers the
rest."""
