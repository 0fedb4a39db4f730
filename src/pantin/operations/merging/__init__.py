"""Parts on the skeleton of a body: rigs → rig. `combine` is the whole of it."""
