"""Python style, by flake8."""
