"""Hears the queen of another package."""
import rclpy
from garden_interfaces.msg import Plant
from rclpy.wait_for_message import wait_for_message


def listen():
    rclpy.init()
    _, plant = wait_for_message(Plant, rclpy.create_node("owl"), "plants", time_to_wait=30)
    rclpy.shutdown()
    return plant.name
