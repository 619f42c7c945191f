"""Where `ros2 doctor` begins."""
