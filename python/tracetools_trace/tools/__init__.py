"""Names of events, paths of traces, arguments, and the program that does the work."""
