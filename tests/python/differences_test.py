"""Where rclpy here differs from ROS 2's (docs/differences.md), beyond what rclpy_test.py has."""
import array
import pathlib
import subprocess
import sys
import time
import unittest

import numpy
import rclpy
from lifecycle_msgs.srv import ChangeState
from rcl_interfaces.srv import GetLoggerLevels
from rclpy.callback_groups import MutuallyExclusiveCallbackGroup
from rclpy.executors import SingleThreadedExecutor
from rclpy.lifecycle import LifecycleNode, SimpleManagedEntity
from sensor_msgs.msg import Image
from std_msgs.msg import String
from type_description_interfaces.srv import GetTypeDescription

sys.path.append(str(pathlib.Path(__file__).resolve().parents[1] / "support"))
from rclpy_module import LIMIT, setUpModule, tearDownModule  # noqa: E402, F401


class NodesTest(unittest.TestCase):
    def node(self, **options):
        node = rclpy.create_node(f"n{time.monotonic_ns()}", **options)
        self.addCleanup(node.destroy_node)
        return node

    def executor(self, *nodes):
        executor = SingleThreadedExecutor()
        self.addCleanup(executor.shutdown)
        for node in nodes:
            executor.add_node(node)
        return executor

    def spin_until(self, condition, executor):
        end = time.monotonic() + LIMIT
        while not condition():
            self.assertLess(time.monotonic(), end, "it did not happen")
            executor.spin_once(timeout_sec=0.05)

    def ask(self, executor, node, kind, name, request):
        client = node.create_client(kind, name)
        self.assertTrue(client.wait_for_service(timeout_sec=LIMIT))
        future = client.call_async(request)
        self.spin_until(future.done, executor)
        return future.result()


class DifferencesTest(NodesTest):
    def test_a_group_of_nodes_of_two_executors_runs_on_the_first(self):
        one, other, group = self.node(), self.node(), MutuallyExclusiveCallbackGroup()
        ran = []
        guards = [node.create_guard_condition(lambda name=name: ran.append(name), group)
                  for name, node in (("one", one), ("other", other))]
        first, second = self.executor(one), self.executor(other)
        for guard in guards:
            guard.trigger()
        second.spin_once(timeout_sec=0)
        self.assertEqual(ran, [])
        self.spin_until(lambda: len(ran) == 2, first)
        self.assertEqual(sorted(ran), ["one", "other"])

    def test_the_sequence_of_receptions_counts(self):
        node, seen = self.node(), []
        publisher = node.create_publisher(String, "counted", 10)
        node.create_subscription(String, "counted", lambda message, info: seen.append(info), 10)
        for _ in range(3):
            publisher.publish(String())
        self.spin_until(lambda: len(seen) == 3, self.executor(node))
        self.assertEqual([info["reception_sequence_number"] for info in seen], [1, 2, 3])

    def test_a_transition_that_is_none_is_answered_with_no(self):
        managed, asking = LifecycleNode("managed"), self.node()
        self.addCleanup(managed.destroy_node)
        executor = self.executor(managed, asking)
        request = ChangeState.Request()
        request.transition.id = 99
        answer = self.ask(executor, asking, ChangeState, "/managed/change_state", request)
        self.assertFalse(answer.success)
        request.transition.id = 1  # configure: the node goes on
        answer = self.ask(executor, asking, ChangeState, "/managed/change_state", request)
        self.assertTrue(answer.success)

    def test_what_ends_a_program_leaves_spin_after_the_answer_to_a_transition(self):
        class Leaving(LifecycleNode):
            def on_configure(self, state):
                raise SystemExit(5)

        managed, asking = Leaving("leaving"), self.node()
        self.addCleanup(managed.destroy_node)
        executor = self.executor(managed, asking)
        client = asking.create_client(ChangeState, "/leaving/change_state")
        self.assertTrue(client.wait_for_service(LIMIT))
        request = ChangeState.Request()
        request.transition.id = 1
        answer = client.call_async(request)
        with self.assertRaises(SystemExit):
            self.spin_until(lambda: False, executor)
        self.spin_until(answer.done, executor)
        self.assertFalse(answer.result().success)
        with self.assertRaises(SystemExit):
            managed.trigger_configure()
        self.assertEqual(managed._state_machine.current_state, (1, "unconfigured"))

    def test_a_callback_of_a_shutdown_that_raises_keeps_no_other_from_being_called(self):
        for end in (rclpy.Context.shutdown, rclpy.Context.try_shutdown):
            context, called = rclpy.Context(), []
            context.init(args=[], domain_id=rclpy.get_default_context().get_domain_id())
            for name in ("first", "second"):
                context.on_shutdown(lambda name=name: called.append(name) or {}[name])
            with self.assertRaisesRegex(KeyError, "first"):
                end(context)
            self.assertEqual(called, ["first", "second"])

    def test_services_of_the_core_answer_and_are_not_shown(self):
        node, asking = self.node(enable_logger_service=True), self.node()
        executor = self.executor(node, asking)
        name = node.get_fully_qualified_name()
        levels = self.ask(executor, asking, GetLoggerLevels, f"{name}/get_logger_levels",
                          GetLoggerLevels.Request(names=["x"]))
        self.assertEqual([level.name for level in levels.levels], ["x"])
        answer = self.ask(executor, asking, GetTypeDescription, f"{name}/get_type_description",
                          GetTypeDescription.Request(type_name="nothing/msg/There"))
        self.assertFalse(answer.successful)
        shown = [service.service_name for service in node.services]
        self.assertFalse([one for one in shown if "logger" in one or "description" in one])

    def test_an_enabled_method_of_a_managed_entity_gives_its_value(self):
        class Switch(SimpleManagedEntity):
            @SimpleManagedEntity.when_enabled
            def work(self):
                return 7

        switch = Switch()
        self.assertIsNone(switch.work())
        switch.on_activate(None)
        self.assertEqual(switch.work(), 7)


class LargeSequenceTest(NodesTest):
    """What a subscription takes; use_sequences.py has what can be done with it."""

    def setUp(self):
        self.taking = self.node()

    def hear(self, count, publish):
        """What as many subscriptions get of one message, which has 64 KiB."""
        got, executor = [], self.executor(self.taking)
        for _ in range(count):
            self.taking.create_subscription(Image, "large", lambda message: got.append(message), 10)
        publish(executor)
        self.spin_until(lambda: len(got) == count, executor)
        return [message.data for message in got]

    def publish(self, count):
        publisher = self.taking.create_publisher(Image, "large", 10)

        def publish(executor):
            self.spin_until(lambda: publisher.get_subscription_count() == count, executor)
            publisher.publish(Image(data=numpy.full(1 << 16, 7, dtype="uint8")))
        return publish

    def test_it_is_an_array_whose_buffer_can_be_written_where_it_lies(self):
        data, = self.hear(1, self.publish(1))
        self.assertIsInstance(data, array.array)
        self.assertEqual(data[2] | data[3] << 8, 0x707)
        where = data.buffer_info()[0]
        for written in (numpy.frombuffer(data, dtype="uint8"), numpy.asarray(data),
                        numpy.ndarray(1 << 16, dtype="uint8", buffer=data), memoryview(data)):
            written[5] = data[5] + 1
        self.assertEqual((data[5], data.buffer_info()[0]), (11, where))

    def test_each_subscription_changes_its_own(self):
        one, other = self.hear(2, self.publish(2))
        numpy.frombuffer(one, dtype="uint8")[0] = 1
        other[0] = 2
        self.assertEqual((one[:2].tolist(), other[:2].tolist()), ([1, 7], [2, 7]))

    def test_it_outlives_the_process_that_sent_it(self):
        program = ("import numpy, rclpy, sys\n"
                   "from sensor_msgs.msg import Image\n"
                   "rclpy.init(args=[], domain_id=int(sys.argv[1]))\n"
                   "node = rclpy.create_node('sends')\n"
                   "publisher = node.create_publisher(Image, 'large', 10)\n"
                   "while publisher.get_subscription_count() == 0:\n"
                   "    rclpy.spin_once(node, timeout_sec=0.01)\n"
                   "publisher.publish(Image(data=numpy.full(1 << 16, 7, dtype='uint8')))\n"
                   "sys.stdin.read()\n")
        process = subprocess.Popen(
            [sys.executable, "-c", program, str(self.taking.context.get_domain_id())],
            stdin=subprocess.PIPE)
        self.addCleanup(process.kill)
        data, = self.hear(1, lambda executor: None)
        process.communicate(timeout=LIMIT)
        self.assertEqual(data.count(7), 1 << 16)
        numpy.frombuffer(data, dtype="uint8")[:] = 3
        self.assertEqual(data.count(3), 1 << 16)
        data.append(9)
        self.assertEqual(data[-1], 9)


if __name__ == "__main__":
    unittest.main()
