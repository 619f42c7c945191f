"""The command `ros2 plugin`."""
