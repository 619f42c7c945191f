"""The command `ros2 security`."""
