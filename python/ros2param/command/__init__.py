"""Where `ros2 param` begins."""
