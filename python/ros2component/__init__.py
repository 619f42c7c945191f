"""The command `ros2 component`."""
