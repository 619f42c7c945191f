"""The command `ros2 node`."""
