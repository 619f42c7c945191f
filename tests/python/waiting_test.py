"""Waiting for servers: how long, and what ends it."""
import math
import pathlib
import signal
import sys
import time
import unittest

import rclpy
from rclpy.action import ActionClient
from rclpy.executors import SingleThreadedExecutor
from rclpy.parameter_client import AsyncParameterClient
from rclpy.utilities import timeout_sec_to_nsec
from std_srvs.srv import Trigger
from test_msgs.action import Fibonacci

sys.path.append(str(pathlib.Path(__file__).resolve().parents[1] / "support"))
from rclpy_module import LIMIT, setUpModule, tearDownModule  # noqa: E402, F401


class Interrupted(Exception):
    """Raised by a handler of the test."""


class WaitingTest(unittest.TestCase):
    def setUp(self):
        self.node = rclpy.create_node(f"n{time.monotonic_ns()}", start_parameter_services=False)
        self.addCleanup(self.node.destroy_node)
        client = self.node.create_client(Trigger, "nobody")
        self.waits = {
            "service": client.wait_for_service,
            "action": ActionClient(self.node, Fibonacci, "nobody").wait_for_server,
            "parameters": AsyncParameterClient(self.node, "nobody").wait_for_services}

    def interrupt_after(self, seconds):
        def interrupt(number, frame):
            raise Interrupted()

        self.addCleanup(signal.signal, signal.SIGALRM, signal.signal(signal.SIGALRM, interrupt))
        self.addCleanup(signal.setitimer, signal.ITIMER_REAL, 0)
        signal.setitimer(signal.ITIMER_REAL, seconds)

    def test_no_time_at_all_is_over_at_once(self):
        self.interrupt_after(LIMIT)
        for kind, wait in self.waits.items():
            for seconds in (0, -1, -math.inf, math.nan):
                with self.subTest(kind=kind, seconds=seconds):
                    self.assertFalse(wait(timeout_sec=seconds))

    def test_a_time_is_waited_for(self):
        for kind, wait in self.waits.items():
            with self.subTest(kind):
                began = time.monotonic()
                self.assertFalse(wait(timeout_sec=0.25))
                self.assertGreaterEqual(time.monotonic() - began, 0.25)

    def test_a_handler_of_a_signal_ends_a_wait_without_end(self):
        for kind, wait in self.waits.items():
            for seconds in (None, math.inf, 1e12):
                with self.subTest(kind=kind, seconds=seconds):
                    with self.assertRaises(Interrupted):
                        self.interrupt_after(0.05)
                        wait(timeout_sec=seconds)

    def test_a_server_that_is_there_ends_any_wait(self):
        self.node.create_service(Trigger, "somebody", lambda request, response: response)
        client = self.node.create_client(Trigger, "somebody")
        for seconds in (None, math.inf, LIMIT):
            self.assertTrue(client.wait_for_service(timeout_sec=seconds))

    def test_an_executor_spins_for_as_long_as_it_is_told(self):
        executor = SingleThreadedExecutor()
        self.addCleanup(executor.shutdown)
        executor.add_node(self.node)
        self.node.create_guard_condition(lambda: None).trigger()
        executor.spin_once(timeout_sec=math.inf)
        self.assertEqual([timeout_sec_to_nsec(one) for one in (math.inf, 1e12, 2, None)],
                         [-1, -1, 2 * 10 ** 9, -1])


if __name__ == "__main__":
    unittest.main()
