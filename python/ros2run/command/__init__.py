"""Where `ros2 run` begins."""
