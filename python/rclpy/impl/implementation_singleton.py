"""The inner module, under another name."""
from rclpy import _rclpy_pybind11 as rclpy_implementation

__all__ = ["rclpy_implementation"]
