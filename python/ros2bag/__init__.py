"""The command `ros2 bag`."""
