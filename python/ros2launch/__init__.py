"""The command `ros2 launch`, and the functions that it consists of."""
