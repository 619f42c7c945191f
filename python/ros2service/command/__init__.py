"""Where `ros2 service` begins."""
