"""Callbacks that let go of the GIL, on the threads of a MultiThreadedExecutor: threads=N."""
import hashlib
import threading

from bench_session import Spinning

TIMERS, PERIOD, BYTES = 4, 0.001, bytes(1_000_000)


class Threads(Spinning):
    def __init__(self, words):
        import warnings

        import rclpy
        from rclpy.callback_groups import ReentrantCallbackGroup
        from rclpy.executors import MultiThreadedExecutor
        warnings.simplefilter("ignore")  # of one thread
        rclpy.init(args=[])
        self.node = rclpy.create_node("threads")
        self.lock = threading.Lock()
        self.calls = 0
        self.counts = False
        group = ReentrantCallbackGroup()
        for _ in range(TIMERS):
            self.node.create_timer(PERIOD, self.work, group)
        self.executor = MultiThreadedExecutor(int(words["threads"]))
        self.executor.add_node(self.node)

    def work(self):
        hashlib.sha256(BYTES).digest()
        with self.lock:
            self.calls += self.counts

    def open(self):
        self.counts = True

    def close(self):
        self.counts = False

    def figures(self):
        return {"calls": self.calls}


def make(words):
    return Threads(words)
