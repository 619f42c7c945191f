"""Images that are built from a numpy array: how late they come, and what publish() takes.

role=pub|sub|both size=BYTES rate=HZ data=numpy|bytes. A message carries its time in the stamp, and
whether it counts in the frame. With LD_PRELOAD=libbench_copies.so copies of much memory are
counted, too.
role=copy copies as many bytes from one array to another instead.
"""
import ctypes
import time

from bench_session import Session, Spinning

PLACES = 16  # more arrays than caches hold


def counter_of_copies():
    """What tells how many copies of much memory this process has made; None if nobody counts."""
    count = getattr(ctypes.CDLL(None), "bench_copies", None)
    if count is not None:
        count.restype = ctypes.c_size_t
    return count


def middle(values, q=0.5):
    return sorted(values)[int(q * (len(values) - 1))] / 1e3 if values else float("nan")


class Images(Spinning):
    def __init__(self, words):
        import rclpy
        from rclpy.executors import SingleThreadedExecutor
        rclpy.init(args=[])
        self.node = rclpy.create_node("image_" + words["role"])
        self.counts = False
        self.times = []
        self.copies = counter_of_copies()
        self.first_copies = self.last_copies = 0
        self.executor = SingleThreadedExecutor()
        self.executor.add_node(self.node)

    def open(self):
        self.counts = True

    def note(self, nanoseconds):
        """Takes down a message of the window, and what had been copied when it was through.

        On the thread of the messages, so that none is half counted. Copies count from the end of
        the first message on.
        """
        self.times.append(nanoseconds)
        if self.copies is not None:
            self.last_copies = self.copies()
            if len(self.times) == 1:
                self.first_copies = self.last_copies

    def copied(self):
        """Copies for each message of the window."""
        if self.copies is None or len(self.times) < 2:
            return {}
        return {self.copied_as: (self.last_copies - self.first_copies) / (len(self.times) - 1)}


class Publisher(Images):
    copied_as = "copies_published"

    def __init__(self, words):
        super().__init__(words)
        import numpy
        from sensor_msgs.msg import Image
        self.type = Image
        self.data = numpy.full(int(words["size"]), 120, dtype=numpy.uint8)
        if words.get("data") == "bytes":
            self.data = self.data.tobytes()
        self.publisher = self.node.create_publisher(Image, "images", 10)
        self.node.create_timer(1 / int(words["rate"]), self.publish)

    def publish(self):
        image = self.type()
        image.data = self.data
        counts = self.counts
        image.header.frame_id = "counts" if counts else ""
        begin = time.monotonic_ns()
        stamp = image.header.stamp
        stamp.sec, stamp.nanosec = divmod(begin, 1_000_000_000)
        self.publisher.publish(image)
        if counts:
            self.note(time.monotonic_ns() - begin)

    def ready(self):
        return self.publisher.get_subscription_count() > 0

    def close(self):
        self.counts = False

    def expected(self):
        return len(self.times)

    def figures(self):
        return {"sent": len(self.times), "publish_us": middle(self.times), **self.copied()}


class Subscriber(Images):
    copied_as = "copies_received"

    def __init__(self, words):
        super().__init__(words)
        from sensor_msgs.msg import Image
        self.warm = False
        self.node.create_subscription(Image, "images", self.take, 10)

    def take(self, image):
        now = time.monotonic_ns()
        self.warm = True
        if image.header.frame_id:
            stamp = image.header.stamp
            self.note(now - stamp.sec * 1_000_000_000 - stamp.nanosec)

    def ready(self):
        return self.warm

    def received(self):
        return len(self.times)

    def figures(self):
        return {"p50_us": middle(self.times), "p99_us": middle(self.times, 0.99),
                **self.copied()}


class OneProcess(Publisher):
    """Both ends, on one node."""

    def __init__(self, words):
        super().__init__(words)
        self.count, self.warm = 0, False
        self.node.create_subscription(self.type, "images", self.take, 10)

    def take(self, image):
        self.warm = True
        self.count += bool(image.header.frame_id)

    def ready(self):
        return self.warm

    def received(self):
        return self.count


class Copier(Session):
    """The floor of publish(): one copy, beyond every cache."""

    def __init__(self, words):
        import numpy
        size = int(words["size"])
        self.source = [numpy.full(size, i, dtype=numpy.uint8) for i in range(PLACES)]
        self.target = [numpy.full(size, i, dtype=numpy.uint8) for i in range(PLACES)]
        self.copy = numpy.copyto
        self.period = 1 / int(words["rate"])
        self.times = []
        self.over = False

    def spin(self):
        while not self.over:
            begin = time.monotonic_ns()
            place = len(self.times) % PLACES
            self.copy(self.target[place], self.source[place])
            self.times.append(time.monotonic_ns() - begin)
            time.sleep(self.period)

    def end(self):
        self.over = True

    def figures(self):
        return {"publish_us": middle(self.times)}


def make(words):
    return {"pub": Publisher, "sub": Subscriber, "both": OneProcess,
            "copy": Copier}[words["role"]](words)
