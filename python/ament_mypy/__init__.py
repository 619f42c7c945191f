"""Types of Python sources, by mypy."""
