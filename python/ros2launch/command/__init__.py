"""Commands of `ros2`."""
