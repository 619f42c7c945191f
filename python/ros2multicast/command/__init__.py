"""Where `ros2 multicast` begins."""
