"""The command `ros2 doctor`."""
