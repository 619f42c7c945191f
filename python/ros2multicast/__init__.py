"""The command `ros2 multicast`."""
