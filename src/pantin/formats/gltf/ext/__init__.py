"""Extensions of glTF, a module or a folder for each: what they mean, and the rules they bring."""
