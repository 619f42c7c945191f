"""What the native objects have in common."""
from rclpy._rclpy_pybind11 import Destroyable as DestroyableType

__all__ = ["DestroyableType"]
