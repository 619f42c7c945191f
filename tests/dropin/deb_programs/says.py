"""Says the word that the file /tmp/word has, again and again, until it is told to end."""
import pathlib

import rclpy
from rclpy.executors import ExternalShutdownException
from std_msgs.msg import String

rclpy.init()
node = rclpy.create_node("says")
publisher = node.create_publisher(String, "words", 10)
node.create_timer(0.05, lambda: publisher.publish(String(data=pathlib.Path("/tmp/word").read_text())))
try:
    rclpy.spin(node)
except (KeyboardInterrupt, ExternalShutdownException):
    pass
