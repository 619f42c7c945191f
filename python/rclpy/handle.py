"""Old names."""
from rclpy._rclpy_pybind11 import Destroyable as Handle
from rclpy._rclpy_pybind11 import InvalidHandle

__all__ = ["Handle", "InvalidHandle"]
