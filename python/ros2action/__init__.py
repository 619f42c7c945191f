"""The command `ros2 action`."""
