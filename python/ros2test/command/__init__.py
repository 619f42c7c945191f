"""Where `ros2 test` begins."""
