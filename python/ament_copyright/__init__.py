"""Whether each source begins with a copyright notice."""
