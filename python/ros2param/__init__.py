"""The command `ros2 param`."""
