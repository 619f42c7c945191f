"""Names a plant, again and again, until it is told to end."""
import rclpy
from garden_interfaces.msg import Plant
from rclpy.executors import ExternalShutdownException
from rclpy.node import Node


class Queen(Node):
    def __init__(self):
        super().__init__("queen")
        self.publisher = self.create_publisher(Plant, "plants", 10)
        self.create_timer(0.05, self.call)
        self.stage = 0

    def call(self):
        self.stage += 1
        self.publisher.publish(Plant(name="clover", stage=self.stage % 100))


def main():
    rclpy.init()
    try:
        rclpy.spin(Queen())
    except (KeyboardInterrupt, ExternalShutdownException):
        pass
