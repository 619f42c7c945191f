"""The command `ros2 service`."""
