"""Descriptions of what an action executes."""
from launch.descriptions.executable import Executable

__all__ = ["Executable"]
