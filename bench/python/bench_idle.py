"""A process that has nothing to do: nodes=0 is the interpreter alone; endpoints=N are as many
publishers and as many subscriptions, of topics that nobody else has."""
import threading

from bench_session import Session, Spinning


class Interpreter(Session):
    def __init__(self):
        self.over = threading.Event()

    def spin(self):
        self.over.wait()

    def end(self):
        self.over.set()


class Node(Spinning):
    def __init__(self, words):
        import rclpy
        from rclpy.executors import SingleThreadedExecutor
        rclpy.init(args=[])
        self.executor = SingleThreadedExecutor()
        self.node = rclpy.create_node("idle")
        self.executor.add_node(self.node)
        for i in range(int(words["endpoints"])):
            self.add_endpoints(i)

    def add_endpoints(self, number):
        from std_msgs.msg import String
        self.node.create_publisher(String, f"to_{number}", 10)
        self.node.create_subscription(String, f"from_{number}", self.nothing, 10)

    def nothing(self, message):
        pass


def make(words):
    return Interpreter() if words["nodes"] == "0" else Node(words)
