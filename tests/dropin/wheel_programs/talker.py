"""Says hello until it is told to end."""
import rclpy
from rclpy.executors import ExternalShutdownException
from std_msgs.msg import String

rclpy.init()
node = rclpy.create_node("talker")
publisher = node.create_publisher(String, "chatter", 10)
node.create_timer(0.05, lambda: publisher.publish(String(data="hello")))
try:
    rclpy.spin(node)
except (KeyboardInterrupt, ExternalShutdownException):
    pass
