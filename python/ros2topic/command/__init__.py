"""Where `ros2 topic` begins."""
