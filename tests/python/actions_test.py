"""Who keeps clients and servers of actions and their goals, and what their end leaves."""
import contextlib
import gc
import pathlib
import sys
import threading
import time
import unittest
import weakref
from unittest import mock

import rclpy
from action_msgs.msg import GoalStatus
from action_msgs.srv import CancelGoal
from rclpy.action import ActionClient, ActionServer, CancelResponse, GoalResponse
from rclpy.executors import SingleThreadedExecutor
from rclpy.impl.implementation_singleton import rclpy_implementation as _rclpy
from rclpy.impl.rcutils_logger import RcutilsLogger
from rclpy.node import Node
from std_srvs.srv import Trigger
from test_msgs.action import Fibonacci, NestedMessage

sys.path.append(str(pathlib.Path(__file__).resolve().parents[1] / "support"))
from rclpy_module import LIMIT, setUpModule, tearDownModule  # noqa: E402, F401


def succeed(goal):
    goal.succeed()
    return Fibonacci.Result(sequence=[7])


def raise_key_error(_):
    raise KeyError("mine")


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

    def client(self, name, kind=Fibonacci):
        client = ActionClient(self.node, kind, name)
        self.assertTrue(client.wait_for_server(timeout_sec=LIMIT))
        return client


class RemappedTest(ActionsTest):
    def test_all_that_an_action_is_made_of_follows_its_name(self):
        node = rclpy.create_node(
            "remapped", cli_args=["--ros-args", "-r", "fib:=~/other", "-r", "__ns:=/space",
                                  "-r", "nobody:fib:=wrong", "-r", "rosservice://fib:=wrong"],
            start_parameter_services=False)
        self.addCleanup(node.destroy_node)
        ActionServer(node, Fibonacci, "fib", succeed)
        ActionClient(node, Fibonacci, "fib")
        self.executor.add_node(node)

        def names():
            return [name for name, _ in node.get_topic_names_and_types()
                    + node.get_service_names_and_types() if "/_action/" in name]
        self.spin_until(lambda: len(names()) == 5)
        self.assertEqual(names(), [f"/space/remapped/other/_action/{part}" for part in (
            "feedback", "status", "cancel_goal", "get_result", "send_goal")])

    def test_what_a_node_serves_by_itself_is_remapped_too(self):
        node = rclpy.create_node(
            "served", cli_args=["--ros-args", "-r", "/rosout:=/said",
                                "-r", "~/get_type_description:=~/described"])
        self.addCleanup(node.destroy_node)
        services = [name for name, _ in node.get_service_names_and_types_by_node("served", "/")]
        self.assertIn("/served/described", services)
        self.assertNotIn("/served/get_type_description", services)
        self.assertEqual(
            [name for name, types in node.get_publisher_names_and_types_by_node("served", "/")
             if "rcl_interfaces/msg/Log" in types], ["/said"])


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


class WordsTest(ActionsTest):
    def test_a_goal_is_named_by_its_numbers_as_in_ros_2(self):
        server = ActionServer(self.node, Fibonacci, "named", lambda goal: Fibonacci.Result())
        with mock.patch.object(server, "_logger") as logger:
            goal = self.result_of(self.client("named").send_goal_async(Fibonacci.Goal()))
            self.result_of(goal.get_result_async())
        numbers = str(goal.goal_id.uuid)  # "[  1 205 ...]", with every numpy
        self.assertRegex(numbers, r"^\[[ 0-9]+\]$")
        self.assertIn(f"id={numbers},", repr(goal))
        said = [str(call.args[0]) for call in logger.warning.call_args_list]
        self.assertEqual(said, [f"Goal state not set, assuming aborted. Goal ID: {numbers}"])


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


class RaisingCallbacksTest(ActionsTest):
    """What callbacks raise leaves spin(), as ever; who asked is answered before."""

    def server(self, name, **callbacks):
        server = ActionServer(self.node, Fibonacci, name, succeed, **callbacks)
        self.addCleanup(server.destroy)
        return self.client(name)

    def answer_although_spin_raises(self, future, error):
        with self.assertRaises(error):
            self.result_of(future)
        return self.result_of(future)

    def test_a_goal_whose_callback_raises_is_rejected(self):
        client = self.server("raises", goal_callback=raise_key_error)
        goal = self.answer_although_spin_raises(
            client.send_goal_async(Fibonacci.Goal()), KeyError)
        self.assertFalse(goal.accepted)

    def test_a_goal_that_nobody_begins_with_because_a_callback_raises_is_aborted(self):
        client = self.server("begins", handle_accepted_callback=raise_key_error)
        goal = self.answer_although_spin_raises(
            client.send_goal_async(Fibonacci.Goal()), KeyError)
        self.assertTrue(goal.accepted)
        self.assertEqual(self.result_of(goal.get_result_async()).status,
                         GoalStatus.STATUS_ABORTED)

    def test_other_goals_are_canceled_where_the_callback_raises_for_one(self):
        handles = []

        def cancel(handle):
            return raise_key_error(handle) if handle == handles[0] else CancelResponse.ACCEPT

        client = self.server("cancels_others", cancel_callback=cancel,
                             handle_accepted_callback=handles.append)
        for _ in range(2):
            self.result_of(client.send_goal_async(Fibonacci.Goal()))
        everything = CancelGoal.Request()
        answer = self.answer_although_spin_raises(
            client._cancel_client.call_async(everything), KeyError)
        self.assertEqual([one.goal_id for one in answer.goals_canceling], [handles[1].goal_id])
        self.assertEqual(answer.return_code, CancelGoal.Response.ERROR_NONE)

    def test_a_result_that_cannot_be_sent_is_an_empty_one(self):
        def execute(goal):
            goal.succeed()
            result = NestedMessage.Result()
            result.nested_field.int32_value = "no number"
            return result

        ActionServer(self.node, NestedMessage, "unsendable", execute)
        client = self.client("unsendable", NestedMessage)
        goal = self.result_of(client.send_goal_async(NestedMessage.Goal()))
        for _ in ("while it is waited for", "afterwards"):
            answer = self.result_of(goal.get_result_async())
            self.assertEqual((answer.status, answer.result),
                             (GoalStatus.STATUS_SUCCEEDED, NestedMessage.Result()))


class MadeMeanwhileTest(ActionsTest):
    """A request may come, on a thread that spins, before a service is wholly made."""

    def setUp(self):
        super().setUp()
        self.begun, self.future = threading.Event(), None
        thread = threading.Thread(target=self.executor.spin)
        thread.start()
        self.addCleanup(thread.join, LIMIT)
        self.addCleanup(self.executor.shutdown)

    @contextlib.contextmanager
    def called_before_it_is_made(self, client, request):
        native = _rclpy.Service

        def make(node, kind, name, *args):
            service = native(node, kind, name, *args)
            if name == client.service_name:
                self.future = client.call_async(request)
                self.assertTrue(self.begun.wait(LIMIT))
            return service

        with mock.patch.object(_rclpy, "Service", make):
            yield
        answered = threading.Event()
        self.future.add_done_callback(lambda _: answered.set())
        self.assertTrue(answered.wait(LIMIT))

    def test_a_service_answers_it(self):
        def serve(request, response):
            self.begun.set()
            response.message = "here"
            return response

        client = self.node.create_client(Trigger, "early")
        with self.called_before_it_is_made(client, Trigger.Request()):
            self.node.create_service(Trigger, "early", serve)
        self.assertEqual(self.future.result().message, "here")

    def test_a_server_of_an_action_accepts_it(self):
        def accept(goal):
            self.begun.set()
            return GoalResponse.ACCEPT

        client = ActionClient(self.node, Fibonacci, "early")
        request = Fibonacci.Impl.SendGoalService.Request()
        with self.called_before_it_is_made(client._goal_client, request):
            ActionServer(self.node, Fibonacci, "early", succeed, goal_callback=accept)
        self.assertTrue(self.future.result().accepted)


class CancelCodesTest(ActionsTest):
    def setUp(self):
        super().setUp()
        self.handles = []

    def goal(self, name, cancel):
        server = ActionServer(self.node, Fibonacci, name, succeed, cancel_callback=cancel,
                              handle_accepted_callback=self.handles.append)
        self.addCleanup(server.destroy)
        return self.result_of(self.client(name).send_goal_async(Fibonacci.Goal()))

    def code(self, goal):
        return self.result_of(goal.cancel_goal_async()).return_code

    def test_the_second_cancel_of_a_goal_finds_it_terminated_and_asks_nobody(self):
        asked = []

        def cancel(handle):
            asked.append(handle)
            return CancelResponse.ACCEPT

        goal = self.goal("twice", cancel)
        response = CancelGoal.Response
        self.assertEqual([self.code(goal), self.code(goal)],
                         [response.ERROR_NONE, response.ERROR_GOAL_TERMINATED])
        self.handles[0].canceled()
        self.assertEqual(self.code(goal), response.ERROR_GOAL_TERMINATED)
        self.assertEqual(len(asked), 1)

    def test_a_goal_that_ends_while_its_callback_is_asked_is_terminated(self):
        def cancel(handle):
            handle.executing()
            handle.succeed()
            return CancelResponse.ACCEPT

        self.assertEqual(self.code(self.goal("meanwhile", cancel)),
                         CancelGoal.Response.ERROR_GOAL_TERMINATED)

    def test_a_callback_that_gives_no_answer_refuses(self):
        for number, given in enumerate((None, True, CancelResponse.REJECT)):
            goal = self.goal(f"refuses{number}", lambda _: given)
            self.assertEqual(self.code(goal), CancelGoal.Response.ERROR_REJECTED)
            self.assertTrue(self.handles[-1].is_active)


class ResultsWithoutCallbackTest(ActionsTest):
    """A server without execute_callback: whoever has the handle does the work."""

    def goal(self, name):
        handles = []
        server = ActionServer(self.node, Fibonacci, name, handle_accepted_callback=handles.append)
        self.addCleanup(server.destroy)
        goal = self.result_of(self.client(name).send_goal_async(Fibonacci.Goal()))
        return goal, handles[0]

    def test_each_end_sends_the_result_that_it_is_given(self):
        for end, status in (("succeed", GoalStatus.STATUS_SUCCEEDED),
                            ("abort", GoalStatus.STATUS_ABORTED)):
            for given, wanted in ((Fibonacci.Result(sequence=[1, 2]), [1, 2]), (None, [])):
                with self.subTest(end=end, given=given):
                    goal, handle = self.goal(f"{end}{given is None}")
                    handle.executing()
                    self.assertEqual(handle.status, GoalStatus.STATUS_EXECUTING)
                    getattr(handle, end)(given)
                    answer = self.result_of(goal.get_result_async())
                    self.assertEqual((answer.status, list(answer.result.sequence)),
                                     (status, wanted))

    def test_what_is_no_result_changes_nothing(self):
        _, handle = self.goal("no_result")
        handle.executing()
        with self.assertRaisesRegex(TypeError, "Fibonacci_Result"):
            handle.succeed(7)
        self.assertTrue(handle.is_active)

    def test_the_result_of_an_execute_callback_counts_unless_the_end_was_given_one(self):
        for given, wanted in ((None, [7]), (Fibonacci.Result(sequence=[1]), [1])):
            def execute(goal):
                goal.succeed(given)
                return Fibonacci.Result(sequence=[7])

            name = f"executes{given is None}"
            server = ActionServer(self.node, Fibonacci, name, execute)
            self.addCleanup(server.destroy)
            goal = self.result_of(self.client(name).send_goal_async(Fibonacci.Goal()))
            self.assertEqual(
                list(self.result_of(goal.get_result_async()).result.sequence), wanted)

    def test_a_server_that_nobody_works_for_says_so(self):
        with mock.patch.object(RcutilsLogger, "warning") as warned:
            ActionServer(self.node, Fibonacci, "idle").destroy()
            ActionServer(self.node, Fibonacci, "busy", succeed).destroy()
            ActionServer(self.node, Fibonacci, "later",
                         handle_accepted_callback=lambda handle: None).destroy()
        self.assertEqual(warned.call_count, 1)
        self.assertIn("'idle'", warned.call_args.args[0])


if __name__ == "__main__":
    unittest.main()
