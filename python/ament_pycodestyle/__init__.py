"""Python style as PEP 8 has it, by pycodestyle."""
