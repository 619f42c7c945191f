"""A module of tests of rclpy: its default context is in a domain of its own, on this host."""
import os
import time
import unittest

import rclpy
from own_domain import own_domain
from rclpy.executors import SingleThreadedExecutor

LIMIT = 20  # seconds; nothing takes that long unless it hangs


def setUpModule():
    os.environ["ROS_AUTOMATIC_DISCOVERY_RANGE"] = "LOCALHOST"
    rclpy.init(args=[], domain_id=own_domain())


def tearDownModule():
    rclpy.try_shutdown()


class RclpyTest(unittest.TestCase):
    def setUp(self):
        self.node = rclpy.create_node(f"n{time.monotonic_ns()}", start_parameter_services=False)
        self.addCleanup(self.node.destroy_node)

    def spin_until(self, condition, executor):
        end = time.monotonic() + LIMIT
        while not condition():
            self.assertLess(time.monotonic(), end, "it did not happen")
            executor.spin_once(timeout_sec=0.05)

    def executor(self, kind=SingleThreadedExecutor, *args):
        executor = kind(*args)
        executor.add_node(self.node)
        self.addCleanup(executor.shutdown)
        return executor
