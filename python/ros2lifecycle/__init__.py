"""The command `ros2 lifecycle`."""
