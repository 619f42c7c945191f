"""ROS in launch."""
