"""Texts of types, from the packages that are installed."""
from _rosbag2 import LocalMessageDefinitionSource  # noqa: F401
