"""Put parts on the skeleton of a body: rigs → rig. `combine` is the entry point."""
