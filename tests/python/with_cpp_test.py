"""Our rclpy and our rclcpp in two processes: services, parameters, actions, managed nodes.

    PYTHONPATH=... RANVIER_INTEROP_OURS=build/bin/interop_ours with_cpp_test.py
"""
import json
import os
import pathlib
import subprocess
import sys
import threading
import unittest

import rclpy
from example_interfaces.action import Fibonacci
from example_interfaces.srv import AddTwoInts
from rclpy.action import ActionClient
from rclpy.executors import SingleThreadedExecutor
from rclpy.parameter import Parameter
from rclpy.parameter_client import AsyncParameterClient

sys.path.append(str(pathlib.Path(__file__).resolve().parents[1] / "support"))
from own_domain import own_domain  # noqa: E402

LIMIT = 30  # seconds
DOMAIN = own_domain()


class Program:
    """A program of the interop tests: commands in, events out."""

    def __init__(self, mode, *options):
        self._process = subprocess.Popen(
            [os.environ["RANVIER_INTEROP_OURS"], mode, *options], stdin=subprocess.PIPE,
            stdout=subprocess.PIPE, text=True,
            env={**os.environ, "ROS_DOMAIN_ID": str(DOMAIN)})
        self.until("ready")

    def tell(self, *words):
        self._process.stdin.write(" ".join(words) + "\n")
        self._process.stdin.flush()

    def until(self, name, **values):
        for line in self._process.stdout:
            event = json.loads(line)
            if name in event.values() and values.items() <= event.items():
                return event
        raise AssertionError(f"the program ended before '{name}'")

    def end(self):
        self._process.stdin.close()
        self._process.stdout.close()
        self._process.wait(LIMIT)


class WithCppTest(unittest.TestCase):
    def setUp(self):
        os.environ["ROS_AUTOMATIC_DISCOVERY_RANGE"] = "LOCALHOST"
        rclpy.init(args=[], domain_id=DOMAIN)
        self.addCleanup(rclpy.try_shutdown)
        self.node = rclpy.create_node("python")
        self.executor = SingleThreadedExecutor()
        self.executor.add_node(self.node)

    def start(self, mode, *options):
        program = Program(mode, *options)
        self.addCleanup(program.end)
        return program

    def result(self, future):
        self.executor.spin_until_future_complete(future, timeout_sec=LIMIT)
        self.assertTrue(future.done(), "no answer came")
        return future.result()

    def test_a_client_in_python_asks_a_service_in_cpp(self):
        self.start("serve")
        client = self.node.create_client(AddTwoInts, "/add_two_ints")
        self.assertTrue(client.wait_for_service(timeout_sec=LIMIT))
        answer = self.result(client.call_async(AddTwoInts.Request(a=40, b=2)))
        self.assertEqual(answer.sum, 42)

    def test_a_service_in_python_answers_a_client_in_cpp(self):
        def add(request, response):
            response.sum = request.a + request.b
            return response

        self.node.create_service(AddTwoInts, "/add_two_ints", add)
        thread = threading.Thread(target=self.executor.spin)
        thread.start()
        program = self.start("call")
        program.until("service", there=True)
        program.tell("call", "40", "2")
        self.assertEqual(program.until("reply")["value"], 42)
        self.executor.shutdown()
        thread.join(LIMIT)

    def test_parameters_of_a_node_in_cpp_are_read_and_set(self):
        self.start("node", "--node", "holder")
        client = AsyncParameterClient(self.node, "/holder")
        self.assertTrue(client.wait_for_services(timeout_sec=LIMIT))
        values = self.result(client.get_parameters(["answer", "ratio", "name"])).values
        self.assertEqual((values[0].integer_value, values[1].double_value,
                          values[2].string_value), (42, 0.5, "peer"))
        results = self.result(client.set_parameters([Parameter("answer", value=43)])).results
        self.assertTrue(results[0].successful)
        values = self.result(client.get_parameters(["answer"])).values
        self.assertEqual(values[0].integer_value, 43)

    def test_a_client_in_python_follows_a_goal_of_a_server_in_cpp(self):
        self.start("actor")
        client = ActionClient(self.node, Fibonacci, "/fibonacci")
        self.assertTrue(client.wait_for_server(timeout_sec=LIMIT))
        goal = self.result(client.send_goal_async(Fibonacci.Goal(order=5)))
        self.assertTrue(goal.accepted)
        answer = self.result(goal.get_result_async())
        self.assertEqual((answer.status, list(answer.result.sequence)), (4, [5, 5]))


if __name__ == "__main__":
    unittest.main()
