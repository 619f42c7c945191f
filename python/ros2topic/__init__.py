"""The command `ros2 topic`."""
