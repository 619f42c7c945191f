"""A process that has nothing to do: nodes=0 is the interpreter alone; endpoints=N are as many
publishers and as many subscriptions, of topics that nobody else has. publishers=N and
subscriptions=N are of topics that they share, and rate=R publishes on each, so often a second."""
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
        self.add_shared(words)

    def add_endpoints(self, number):
        from std_msgs.msg import String
        self.node.create_publisher(String, f"to_{number}", 10)
        self.node.create_subscription(String, f"from_{number}", self.nothing, 10)

    def add_shared(self, words):
        from std_msgs.msg import String
        for i in range(int(words.get("subscriptions", 0))):
            self.node.create_subscription(String, f"idle_{i}", self.nothing, 10)
        self.publishers = [self.node.create_publisher(String, f"idle_{i}", 10)
                           for i in range(int(words.get("publishers", 0)))]
        if "rate" in words:
            self.hello = String(data="hello")
            self.node.create_timer(1 / int(words["rate"]), self.publish)

    def publish(self):
        for publisher in self.publishers:
            publisher.publish(self.hello)

    def nothing(self, message):
        pass


def make(words):
    return Interpreter() if words["nodes"] == "0" else Node(words)
