"""Whatever is given to the extension: an exception of Python or a value, and nothing ends.

    PYTHONPATH=... wrong_values_test.py [unittest arguments]

RANVIER_FUZZ_ROUNDS sets the rounds, RANVIER_TEST_SEED repeats a run.
"""
import os
import pathlib
import random
import re
import sys
import unittest

import _ranvier
import rclpy
from rclpy.callback_groups import ReentrantCallbackGroup
from rclpy.executors import SingleThreadedExecutor
from rclpy.parameter import Parameter
from rclpy.qos import QoSProfile
from std_msgs.msg import String
from std_srvs.srv import Trigger

sys.path.append(str(pathlib.Path(__file__).resolve().parents[1] / "support"))
from own_domain import own_domain  # noqa: E402

ROUNDS = int(os.environ.get("RANVIER_FUZZ_ROUNDS", "30"))
SEED = int(os.environ.get("RANVIER_TEST_SEED", "0")) or random.randrange(2 ** 32)
VALUES = (None, True, 0, -1, 1, 2 ** 31, 2 ** 70, 1.5, float("nan"), float("inf"), "", "a", "/a/b",
          "a b", "~", "\ud800", "x" * 3000, b"", b"\xff" * 9, [], [None], ["a"], [1] * 99, (), {},
          {"a": 1}, {1}, object(), int, print, range(3), bytearray(8), lambda *words: None,
          String(), String, Trigger, Trigger.Request(), QoSProfile(depth=1),
          QoSProfile(depth=1).get_c_qos_profile())
LIKELY = String, Trigger, String(), Trigger.Request(), Trigger.Response(), print, b"\0\1\0\0"
TEXTS = ("a", "/a/b", "") * 4 + tuple(one for one in VALUES if isinstance(one, str))
NUMBERS = (0, 1, -1, 7, 2 ** 31, 2 ** 63 - 1, -2 ** 63, 2 ** 64)
QOS = tuple(profile.get_c_qos_profile() for profile in (
    QoSProfile(depth=1), QoSProfile(history=2), QoSProfile(depth=2, durability=1)))
# What waits by itself, ends the process's context, or is for the end of the interpreter.
WAITS = {"spin", "spin_once", "pull", "wait", "wait_for_server", "wait_until_idle",
         "wait_for_all_acked", "sleep_until", "shutdown", "destroy_when_not_in_use",
         "park_other_threads", "install_signal_handlers", "uninstall_signal_handlers", "run",
         "rclpy_logging_rcutils_log", "stop_for_good", "wait_for_message"}


def setUpModule():
    os.environ["ROS_AUTOMATIC_DISCOVERY_RANGE"] = "LOCALHOST"
    print(f"RANVIER_TEST_SEED={SEED}")


def types_of(function):
    """The types that a native function says it takes, without self; None if it does not say."""
    signature = getattr(function, "__nb_signature__", None)
    if not signature:
        return None
    inside = signature[0][0].partition("(")[2].rpartition(") ->")[0]
    return [part.partition(": ")[2].partition(" = ")[0]
            for part in re.split(r", (?![^\[]*\])", inside) if ": " in part]


class WrongValuesTest(unittest.TestCase):
    def setUp(self):
        self.random = random.Random(SEED)
        self.context = rclpy.Context()
        self.context.init(args=[], domain_id=own_domain())
        self.addCleanup(self.context.try_shutdown)
        self.node = rclpy.create_node("wrong", context=self.context)

    def values(self, most=6):
        return [self.random.choice(VALUES) for _ in range(self.random.randrange(most))]

    def values_for(self, function, handles):
        """Mostly as many as it takes, and mostly of the types that it says."""
        types = types_of(getattr(function, "__func__", function))
        if types is None or self.random.random() < 0.1:
            return self.values()
        return [self.value_of(one, handles) for one in types]

    def value_of(self, name, handles):
        if self.random.random() < 0.1:
            return self.random.choice(VALUES)
        for part, values in (("str", TEXTS), ("int", NUMBERS), ("bool", (True, False)),
                             ("float", (0.5, -1.0)), ("tuple", QOS), ("_ranvier.", handles)):
            if part in name:
                fitting = [one for one in values if part != "_ranvier." or
                           type(one).__name__ in name]
                return self.random.choice(fitting or VALUES)
        return self.random.choice(LIKELY if self.random.random() < 0.7 else VALUES)

    def handles(self):
        """One of each kind of native object that a program can reach."""
        node, group = self.node, ReentrantCallbackGroup()
        executor = SingleThreadedExecutor(context=self.context)
        executor.add_node(node)
        self.addCleanup(executor.shutdown)
        entities = (node.create_publisher(String, "t", 1),
                    node.create_subscription(String, "t", print, 1),
                    node.create_client(Trigger, "s"), node.create_service(Trigger, "s", print),
                    node.create_timer(1000, print), node.create_guard_condition(print, group))
        return [entity.handle for entity in entities] + [
            node.handle, node.context.handle, node.get_clock().handle, executor._handle,
            group._strand, String()]

    def call(self, function, values):
        try:
            function(*values)
        except Exception as error:  # any is right, but it must have words for its kind
            self.assertIsInstance(str(error), str)

    def call_all_of(self, handle, handles):
        for name in dir(handle):
            if name.startswith("_") or name in WAITS:
                continue
            try:
                member = getattr(handle, name)
            except Exception:
                continue
            if callable(member):
                self.call(member, self.values_for(member, handles))

    def test_methods_of_native_objects_take_or_refuse_any_value(self):
        handles = self.handles()
        for _ in range(ROUNDS):
            for handle in handles:
                self.call_all_of(handle, handles)

    def test_methods_of_native_objects_that_have_ended_refuse_any_value(self):
        handles = self.handles()
        self.node.destroy_node()
        self.context.shutdown()
        for handle in handles:
            if hasattr(handle, "destroy_when_not_in_use"):
                handle.destroy_when_not_in_use()
        for _ in range(ROUNDS):
            for handle in handles:
                self.call_all_of(handle, handles)

    def test_functions_and_classes_of_the_extension_take_or_refuse_any_value(self):
        handles = self.handles()
        for _ in range(ROUNDS):
            for name in dir(_ranvier):
                member = getattr(_ranvier, name)
                if name.startswith("_") or name in WAITS or not callable(member):
                    continue
                begin = member.__init__ if isinstance(member, type) else member
                self.call(member, self.values_for(begin, handles))

    def test_nodes_take_or_refuse_any_value(self):
        node = self.node
        makes = (node.create_publisher, node.create_subscription, node.create_client,
                 node.create_service, node.create_timer, node.create_guard_condition,
                 node.declare_parameter, node.get_parameter, node.set_parameters,
                 node.describe_parameters, node.set_descriptor, node.count_publishers,
                 node.get_publishers_info_by_topic, node.resolve_topic_name, node.list_parameters,
                 node.get_publisher_names_and_types_by_node, rclpy.create_node, Parameter,
                 QoSProfile, node.get_logger().info, node.get_logger().get_child)
        for _ in range(ROUNDS):
            for make in makes:
                self.call(make, self.values())


if __name__ == "__main__":
    unittest.main()
