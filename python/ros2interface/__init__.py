"""The command `ros2 interface`."""
