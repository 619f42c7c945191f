"""Timers, publishers and subscriptions that do nothing else, in rclpy or as the floor.

role=both|pub|sub type=String|Imu|Twist topics=N fan=N nodes=N rate=HZ letters=N late=0|1. Without
topics a timer runs an empty callback; with late=1 messages are kept for late joiners.
"""
from bench_session import Session, Spinning


class Graph(Spinning):
    """As a user of rclpy writes it: a timer of each node publishes its share of the topics."""

    def __init__(self, words):
        import rclpy
        from rclpy.executors import SingleThreadedExecutor
        rclpy.init(args=[])
        self.role = words["role"]
        self.topics, self.fan = int(words["topics"]), int(words["fan"])
        self.type = message_type(words["type"])
        self.letters = int(words.get("letters", 68))
        self.late = words.get("late", "1") == "1"
        self.count = self.sent = 0
        self.counts = self.warm = False
        self.executor = SingleThreadedExecutor()
        self.nodes = [rclpy.create_node(f"graph_{self.role}_{i}")
                      for i in range(int(words["nodes"]))]
        self.publishers, self.subscriptions = [], []
        self.add_endpoints()
        if self.role != "sub":
            self.add_timers(1 / int(words["rate"]))
        for node in self.nodes:
            self.executor.add_node(node)

    def node_of(self, index):
        return self.nodes[index % len(self.nodes)]

    def add_endpoints(self):
        from rclpy.qos import DurabilityPolicy, QoSProfile, ReliabilityPolicy
        qos = QoSProfile(depth=10, reliability=ReliabilityPolicy.BEST_EFFORT,
                         durability=DurabilityPolicy.TRANSIENT_LOCAL if self.late
                         else DurabilityPolicy.VOLATILE)
        for topic in range(self.topics):
            if self.role != "sub":
                self.publishers.append(
                    self.node_of(topic).create_publisher(self.type, f"graph_{topic}", qos))
            for k in range(self.fan if self.role != "pub" else 0):
                self.subscriptions.append(self.node_of(k).create_subscription(
                    self.type, f"graph_{topic}", self.take, qos))

    def add_timers(self, period):
        for number, node in enumerate(self.nodes):
            own = self.publishers[number::len(self.nodes)]
            node.create_timer(period, self.publishing(own) if own else self.tick)

    def tick(self):
        if self.counts:
            self.count += 1
        self.warm = True

    def publishing(self, publishers):
        def publish():
            for publisher in publishers:
                publisher.publish(message_of(self.type, self.letters))
                self.sent += self.counts
        return publish

    def take(self, message):
        self.warm = True
        if self.counts:
            self.count += 1

    def ready(self):
        return (all(one.get_subscription_count() >= self.fan for one in self.publishers) and
                all(one.get_publisher_count() for one in self.subscriptions) and
                (self.warm or self.role == "pub"))

    def open(self):
        self.counts = True

    def close(self):
        if self.role != "sub":
            self.total = self.sent * self.fan
            if not self.subscriptions:
                self.counts = False

    def expected(self):
        return self.total if self.publishers else None

    def received(self):
        return self.count if self.subscriptions or not self.topics else None

    def figures(self):
        return {"sent": self.sent}


def message_type(name):
    if name == "String":
        from std_msgs.msg import String
        return String
    if name == "Imu":
        from sensor_msgs.msg import Imu
        return Imu
    from geometry_msgs.msg import Twist
    return Twist


def message_of(kind, letters):
    message = kind()
    if kind.__name__ == "String":
        message.data = "x" * letters
    return message


class Empty:
    __slots__ = ()


class Floor(Session):
    """The same in C++, whose callbacks call one function of Python with one new object."""

    def __init__(self, words):
        from bench_floor import Floor as Native
        self.count = 0
        self.counts = self.warm = False
        self.role, self.fan = words["role"], int(words["fan"])
        self.native = Native(words["type"], self.role, int(words["topics"]), self.fan,
                             int(words["nodes"]), int(words["rate"]),
                             int(words.get("letters", 68)), Empty, self.take)

    def take(self, message):
        self.warm = True
        if self.counts:
            self.count += 1

    def ready(self):
        return self.native.matched() and (self.warm or self.role == "pub")

    def open(self):
        self.counts = True
        self.native.open()

    def close(self):
        self.native.close()

    def expected(self):
        return self.native.sent() * self.fan if self.role != "sub" else None

    def received(self):
        return self.count if self.role != "pub" else None

    def spin(self):
        self.native.spin()

    def end(self):
        self.native.cancel()

    def figures(self):
        return {"sent": self.native.sent()}


def make(words):
    return (Floor if words["mode"] == "floor" else Graph)(words)
