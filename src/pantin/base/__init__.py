"""What every package may use: exceptions, limits, files, threads, options as data, imports on first use."""
