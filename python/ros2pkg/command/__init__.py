"""Where `ros2 pkg` begins."""
