"""What editors ask about Rigy sources: completion, hover, names, outlines, quick fixes."""
