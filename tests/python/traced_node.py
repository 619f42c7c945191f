"""A node whose callbacks are each of another kind, for traced_test.py."""
import functools

import rclpy
from rclpy.node import Node
from std_msgs.msg import String
from std_srvs.srv import Trigger


def on_partial(word, message):
    pass


class Callable:
    def __call__(self, message):
        pass


class Traced(Node):
    def __init__(self):
        super().__init__("traced", namespace="/py")
        self.heard = 0
        self.answered = False
        self.publisher = self.create_publisher(String, "words", 10)
        for callback in (self.on_word, functools.partial(on_partial, "x"), Callable(),
                         lambda message: None):
            self.create_subscription(String, "words", callback, 10)
        self.create_subscription(String, "words", self.on_word_later, 10)
        self.create_service(Trigger, "ask", self.on_ask)
        self.client = self.create_client(Trigger, "ask")
        self.timer = self.create_timer(0.01, self.on_time)

    def on_time(self):
        self.publisher.publish(String(data="word"))

    def on_word(self, message):
        self.heard += 1

    async def on_word_later(self, message):
        pass

    def on_ask(self, request, response):
        self.answered = True
        return response


def main():
    rclpy.init()
    node = Traced()
    node.client.wait_for_service()
    node.client.call_async(Trigger.Request())
    while node.heard < 3 or not node.answered:
        rclpy.spin_once(node)
    node.destroy_node()
    rclpy.shutdown()


if __name__ == "__main__":
    main()
