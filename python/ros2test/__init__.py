"""The command `ros2 test`."""
