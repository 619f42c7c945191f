"""The command `ros2 workspace`."""
