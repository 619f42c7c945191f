"""Our rclpy and a board in C: actions both ways, through the agent.

    PYTHONPATH=... with_board_test.py <ranvier-micro-agent> <action_program>
"""
import os
import pathlib
import re
import subprocess
import sys
import threading
import time
import unittest

import rclpy
from action_msgs.msg import GoalStatus
from example_interfaces.action import Fibonacci
from rclpy.action import ActionClient, ActionServer, CancelResponse, GoalResponse
from rclpy.callback_groups import ReentrantCallbackGroup
from rclpy.executors import MultiThreadedExecutor
from std_msgs.msg import Int32, String

sys.path.append(str(pathlib.Path(__file__).resolve().parents[1] / "support"))
from own_domain import own_domain  # noqa: E402

AGENT, BOARD = sys.argv.pop(1), sys.argv.pop(1)
LIMIT = 60  # seconds
DOMAIN = own_domain()
FIBONACCI = [0, 1, 1, 2, 3, 5, 8, 13]


class WithBoardTest(unittest.TestCase):
    def setUp(self):
        os.environ["ROS_AUTOMATIC_DISCOVERY_RANGE"] = "LOCALHOST"
        environment = {**os.environ, "ROS_DOMAIN_ID": str(DOMAIN),
                       "XRCE_DOMAIN_ID_OVERRIDE": str(DOMAIN)}
        agent = self.start([AGENT, "udp4", "-p", "0"], environment, subprocess.PIPE)
        self.addCleanup(agent.stdout.close)
        said = next((line for line in agent.stdout if "boards come in" in line), "")
        self.start([BOARD, re.search(r"port (\d+)", said)[1]], environment, None)
        rclpy.init(args=[], domain_id=DOMAIN)
        self.addCleanup(rclpy.try_shutdown)
        self.node = rclpy.create_node("python")
        self.executor = MultiThreadedExecutor(4)
        self.executor.add_node(self.node)

    def spin(self):
        """From here on: what is made before has its callbacks from the first message on."""
        thread = threading.Thread(target=self.executor.spin)
        thread.start()
        self.addCleanup(thread.join, LIMIT)
        self.addCleanup(self.executor.shutdown)

    def start(self, words, environment, out):
        process = subprocess.Popen(words, env=environment, stdout=out, stderr=subprocess.STDOUT
                                   if out else None, text=True)
        self.addCleanup(process.wait)
        self.addCleanup(process.terminate)
        return process

    def eventually(self, holds, what):
        until = time.monotonic() + LIMIT
        while not holds():
            self.assertLess(time.monotonic(), until, what)
            time.sleep(0.01)

    def result(self, future):
        self.eventually(future.done, "no answer came")
        return future.result()

    def client(self):
        client = ActionClient(self.node, Fibonacci, "/boards/fibonacci")
        self.spin()
        self.assertTrue(client.wait_for_server(timeout_sec=LIMIT))
        return client

    def test_a_goal_is_followed_to_its_result(self):
        client, heard = self.client(), []
        goal = self.result(client.send_goal_async(
            Fibonacci.Goal(order=8),
            feedback_callback=lambda message: heard.append(list(message.feedback.sequence))))
        self.assertTrue(goal.accepted)
        answer = self.result(goal.get_result_async())
        self.assertEqual(answer.status, GoalStatus.STATUS_SUCCEEDED)
        self.assertEqual(list(answer.result.sequence), FIBONACCI)
        self.assertTrue(heard)
        for numbers in heard:
            self.assertEqual(numbers, FIBONACCI[:len(numbers)])

    def test_a_goal_is_cancelled_and_another_one_is_refused(self):
        client = self.client()
        goal = self.result(client.send_goal_async(Fibonacci.Goal(order=40)))
        self.assertTrue(goal.accepted)
        cancelled = self.result(goal.cancel_goal_async())
        self.assertEqual(len(cancelled.goals_canceling), 1)
        answer = self.result(goal.get_result_async())
        self.assertEqual(answer.status, GoalStatus.STATUS_CANCELED)
        self.assertFalse(self.result(client.send_goal_async(Fibonacci.Goal(order=41))).accepted)

    def test_a_board_sends_goals_and_is_told_what_comes_of_them(self):
        def run(goal):
            order = goal.request.order
            while order == 30 and not goal.is_cancel_requested:
                # Some of it overtakes the answer to the goal, and a board leaves that.
                goal.publish_feedback(Fibonacci.Feedback(sequence=[order]))
                time.sleep(0.01)
            goal.canceled() if order == 30 else goal.succeed()
            return Fibonacci.Result(sequence=[order, 2 * order])

        server = ActionServer(
            self.node, Fibonacci, "/host/fibonacci", run,
            goal_callback=lambda goal: GoalResponse.REJECT if goal.order == 9
            else GoalResponse.ACCEPT,
            cancel_callback=lambda goal: CancelResponse.ACCEPT,
            callback_group=ReentrantCallbackGroup())
        self.addCleanup(server.destroy)
        reports = []
        self.node.create_subscription(String, "/report",
                                      lambda text: reports.append(text.data), 10)
        commands = self.node.create_publisher(Int32, "/command", 10)
        self.spin()
        self.eventually(lambda: commands.get_subscription_count() == 1, "the board listens")
        self.eventually(lambda: self.node.count_publishers("/report") == 1, "the board reports")
        goals = "/host/fibonacci/_action/send_goal"
        self.eventually(lambda: self.node.count_clients(goals) == 1, "the board has a client")
        for order in (5, 9, 30):
            commands.publish(Int32(data=order))
            accepted = f"{order} accepted {int(order != 9)}"
            self.eventually(lambda: accepted in reports, f"{accepted}: {reports}")
        self.eventually(lambda: "5 succeeded 10" in reports, f"its result: {reports}")
        self.eventually(lambda: "30 feedback 30" in reports, f"its feedback: {reports}")
        commands.publish(Int32(data=-30))
        self.eventually(lambda: "30 canceled 60" in reports, f"its end: {reports}")


if __name__ == "__main__":
    unittest.main()
