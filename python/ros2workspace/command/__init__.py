"""Where `ros2 workspace` begins."""
