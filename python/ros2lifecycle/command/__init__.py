"""Where `ros2 lifecycle` begins."""
