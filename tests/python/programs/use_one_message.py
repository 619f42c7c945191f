"""wait_for_message()."""
import threading

import rclpy
from rclpy.wait_for_message import wait_for_message
from std_msgs.msg import String

rclpy.init(args=[])
node = rclpy.create_node("n")
publisher = node.create_publisher(String, "chat", 1)
over = threading.Event()


def talk():
    while not over.wait(0.05):
        publisher.publish(String(data="hello"))


thread = threading.Thread(target=talk)
thread.start()
print(wait_for_message(String, node, "chat", time_to_wait=10))
over.set()
thread.join()
print(wait_for_message(String, node, "nope", time_to_wait=0.2))
rclpy.shutdown()
