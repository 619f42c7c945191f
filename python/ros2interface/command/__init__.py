"""Where `ros2 interface` begins."""
