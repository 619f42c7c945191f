"""Where `ros2 bag` begins."""
