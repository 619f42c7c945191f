"""Docstrings as PEP 257 wants them, by pydocstyle."""
