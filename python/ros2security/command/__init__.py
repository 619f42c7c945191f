"""Where `ros2 security` begins."""
