"""What later releases of ROS 2 have, under their names."""
from rclpy.experimental.events_executor import EventsExecutor

__all__ = ["EventsExecutor"]
