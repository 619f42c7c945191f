"""The command `ros2`: finds commands and verbs by their entry points, and runs one."""
