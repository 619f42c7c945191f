"""Where `ros2 component` begins."""
