"""Where `ros2 plugin` begins."""
