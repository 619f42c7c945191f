"""Where `ros2 node` begins."""
