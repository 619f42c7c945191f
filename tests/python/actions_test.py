"""Who keeps clients and servers of actions and their goals, and what their end leaves."""
import gc
import pathlib
import sys
import time
import unittest
import weakref

import rclpy
from rclpy.action import ActionClient, ActionServer, CancelResponse, GoalResponse
from rclpy.executors import SingleThreadedExecutor
from rclpy.node import Node
from test_msgs.action import Fibonacci

sys.path.append(str(pathlib.Path(__file__).resolve().parents[1] / "support"))
from rclpy_module import LIMIT, setUpModule, tearDownModule  # noqa: E402, F401


def succeed(goal):
    goal.succeed()
    return Fibonacci.Result(sequence=[7])


class ActionsTest(unittest.TestCase):
    def setUp(self):
        self.node = rclpy.create_node(f"n{time.monotonic_ns()}", start_parameter_services=False)
        self.addCleanup(self.node.destroy_node)
        self.executor = SingleThreadedExecutor()
        self.executor.add_node(self.node)
        self.addCleanup(self.executor.shutdown)

    def spin_until(self, condition):
        end = time.monotonic() + LIMIT
        while not condition():
            self.assertLess(time.monotonic(), end, "it did not happen")
            self.executor.spin_once(timeout_sec=0.05)

    def result_of(self, future):
        self.spin_until(future.done)
        return future.result()

    def client(self, name):
        client = ActionClient(self.node, Fibonacci, name)
        self.assertTrue(client.wait_for_server(timeout_sec=LIMIT))
        return client


class KeptTest(ActionsTest):
    def test_a_server_that_nobody_keeps_works_on_goals(self):
        ActionServer(self.node, Fibonacci, "unkept", succeed)
        gc.collect()
        goal = self.result_of(self.client("unkept").send_goal_async(Fibonacci.Goal()))
        self.assertEqual(list(self.result_of(goal.get_result_async()).result.sequence), [7])

    def test_a_client_that_nobody_keeps_stays_until_its_node_ends(self):
        other = rclpy.create_node("other")
        alive = weakref.ref(ActionClient(other, Fibonacci, "unkept"))
        gc.collect()
        self.assertIsNotNone(alive())
        other.destroy_node()
        gc.collect()
        self.assertIsNone(alive())

    def test_destroyed_ones_are_let_go_of(self):
        for kind, options in ((ActionServer, {"execute_callback": succeed}), (ActionClient, {})):
            with self.subTest(kind.__name__):
                one = kind(self.node, Fibonacci, "ended", **options)
                alive = weakref.ref(one)
                one.destroy()
                del one
                gc.collect()
                self.assertIsNone(alive())

    def test_a_node_that_is_its_own_server_is_collected(self):
        class Own(Node):
            def __init__(self):
                super().__init__("own")
                ActionServer(self, Fibonacci, "own", self.execute)
                ActionClient(self, Fibonacci, "own")

            def execute(self, goal):
                pass

        own = weakref.ref(Own())
        gc.collect()
        self.assertIsNone(own())

    def test_the_end_of_a_node_ends_its_actions(self):
        other = rclpy.create_node("other")
        server = ActionServer(other, Fibonacci, "with_node", succeed)
        client = self.client("with_node")
        other.destroy_node()
        self.spin_until(lambda: not client.server_is_ready())
        server.destroy()


class DestroyedServerTest(ActionsTest):
    """What goes on after destroy() ends by itself, and does not end spin()."""

    def setUp(self):
        super().setUp()
        self.begun, self.gate = [], rclpy.Future()

    async def wait_then(self, answer):
        self.begun.append(answer)
        await self.gate
        self.begun.clear()
        return answer

    def destroy_while_it_waits(self, server):
        self.spin_until(lambda: self.begun)
        server.destroy()
        self.gate.set_result(None)
        self.spin_until(lambda: not self.begun and not self.executor._pending)

    def test_a_goal_that_runs_ends(self):
        async def execute(goal):
            self.goal = goal
            await self.wait_then(None)
            goal.publish_feedback(Fibonacci.Feedback())
            goal.succeed()
            return Fibonacci.Result()

        server = ActionServer(self.node, Fibonacci, "runs", execute)
        goal = self.result_of(self.client("runs").send_goal_async(Fibonacci.Goal()))
        goal.get_result_async()
        self.spin_until(lambda: server._waiting)  # for the result
        self.destroy_while_it_waits(server)
        self.assertFalse(self.goal.is_active)

    def test_a_goal_that_is_being_accepted_does_not_begin(self):
        executed = []

        async def accept(goal):
            return await self.wait_then(GoalResponse.ACCEPT)

        server = ActionServer(self.node, Fibonacci, "accepts", executed.append,
                              goal_callback=accept)
        self.client("accepts").send_goal_async(Fibonacci.Goal())
        self.destroy_while_it_waits(server)
        self.assertEqual((executed, server._goal_handles), ([], {}))

    def test_a_goal_that_is_being_canceled_ends(self):
        async def cancel(goal):
            return await self.wait_then(CancelResponse.ACCEPT)

        goals = []
        server = ActionServer(self.node, Fibonacci, "cancels", succeed, cancel_callback=cancel,
                              handle_accepted_callback=goals.append)
        goal = self.result_of(self.client("cancels").send_goal_async(Fibonacci.Goal()))
        goal.cancel_goal_async()
        self.destroy_while_it_waits(server)
        self.assertTrue(goals[0].is_cancel_requested)
        goals[0].canceled()


class FeedbackTest(ActionsTest):
    def test_feedback_comes_until_the_end_where_nobody_keeps_the_goal(self):
        goals, heard = [], []
        server = ActionServer(self.node, Fibonacci, "told", succeed,
                              handle_accepted_callback=goals.append)
        client = self.client("told")

        def callback(message):
            heard.append(list(message.feedback.sequence))

        future = client.send_goal_async(Fibonacci.Goal(), feedback_callback=callback)
        self.spin_until(future.done)
        alive = weakref.ref(callback)
        del future, callback
        for number in range(3):
            gc.collect()
            goals[0].publish_feedback(Fibonacci.Feedback(sequence=[number]))
            self.spin_until(lambda: len(heard) == number + 1)
        self.assertEqual(heard, [[0], [1], [2]])
        goals[0].execute()

        def gone():
            gc.collect()
            return alive() is None

        self.spin_until(gone)
        server.destroy()


if __name__ == "__main__":
    unittest.main()
