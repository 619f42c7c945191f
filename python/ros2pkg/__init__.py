"""The command `ros2 pkg`."""
