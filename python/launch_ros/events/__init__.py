"""Events of ROS in launch."""
from launch_ros.events import lifecycle, matchers
from launch_ros.events.matchers import matches_node_name

__all__ = ["lifecycle", "matchers", "matches_node_name"]
