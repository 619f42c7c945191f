"""Where `ros2 action` begins."""
