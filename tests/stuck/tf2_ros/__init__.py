"""Stands for the public package of this name."""
