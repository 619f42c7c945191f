"""Prints the name of the first plant, and where its own package lies."""
import rclpy
from ament_index_python.packages import get_package_share_path
from garden_interfaces.msg import Plant
from rclpy.task import Future


def main():
    rclpy.init()
    node = rclpy.create_node("bee")
    heard = Future()
    node.create_subscription(Plant, "plants", heard.set_result, 10)
    rclpy.spin_until_future_complete(node, heard)
    print(f"heard {heard.result().name}, at home in {get_package_share_path('beehive').name}")
    rclpy.shutdown()
