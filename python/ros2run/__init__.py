"""The command `ros2 run`."""
