"""Parameters that are long, empty, or declared because somebody overrides them."""
import array
import contextlib
import pathlib
import sys
import time
import unittest

import rclpy
import yaml
from rcl_interfaces.msg import Log, ParameterDescriptor, SetParametersResult
from rcl_interfaces.srv import (
    DescribeParameters, GetParameters, GetParameterTypes, SetParameters, SetParametersAtomically)
from rclpy.exceptions import (
    InvalidParameterTypeException, InvalidParameterValueException,
    ParameterUninitializedException)
from rclpy.executors import SingleThreadedExecutor
from rclpy.parameter import Parameter, parameter_value_to_python

sys.path.append(str(pathlib.Path(__file__).resolve().parents[1] / "support"))
from rclpy_module import LIMIT, setUpModule, tearDownModule  # noqa: E402, F401

Type = Parameter.Type
EMPTY = ["--ros-args", "-p", "empty:=[]"]


class ParametersTest(unittest.TestCase):
    def node(self, **options):
        node = rclpy.create_node(f"n{time.monotonic_ns()}", **options)
        self.addCleanup(node.destroy_node)
        return node


def raise_key_error(_):
    raise KeyError("mine")


class ServedTest(ParametersTest):
    """A node, and another one that asks it."""

    def setUp(self):
        self.owner, self.asking = self.node(), self.node()
        self.executor = SingleThreadedExecutor()
        self.addCleanup(self.executor.shutdown)
        for node in (self.owner, self.asking):
            self.executor.add_node(node)

    def ask(self, kind, name, request):
        client = self.asking.create_client(
            kind, f"{self.owner.get_fully_qualified_name()}/{name}")
        self.assertTrue(client.wait_for_service(timeout_sec=LIMIT))
        future = client.call_async(request)
        self.executor.spin_until_future_complete(future, timeout_sec=LIMIT)
        return future.result()


class LongArraysTest(ServedTest):
    def test_arrays_of_any_length_are_set_and_read_by_services(self):
        for kind, code, values in ((Type.INTEGER_ARRAY, "q", range(5000)),
                                   (Type.DOUBLE_ARRAY, "d", map(float, range(5000)))):
            values = list(values)
            self.owner.declare_parameter(kind.name, kind)
            for length in (0, 511, 512, 5000):  # from 4096 bytes on a message is not copied
                with self.subTest(kind=kind.name, length=length):
                    wanted = array.array(code, values[:length])
                    answer = self.ask(SetParameters, "set_parameters", SetParameters.Request(
                        parameters=[Parameter(kind.name, kind, wanted).to_parameter_msg()]))
                    self.assertEqual([one.reason for one in answer.results], [""])
                    has = self.owner.get_parameter(kind.name)
                    self.assertEqual((has.type_, has.value), (kind, wanted))
                    self.assertEqual(has.value.typecode, code)
                    answer = self.ask(GetParameters, "get_parameters",
                                      GetParameters.Request(names=[kind.name]))
                    self.assertEqual(parameter_value_to_python(answer.values[0]), list(wanted))


class EmptyOverrideTest(ParametersTest):
    def test_an_empty_list_takes_the_type_that_is_declared(self):
        for default, kind in (([1, 2], Type.INTEGER_ARRAY), (["a"], Type.STRING_ARRAY),
                              (Type.DOUBLE_ARRAY, Type.DOUBLE_ARRAY), ([], Type.BYTE_ARRAY)):
            for options in ({"cli_args": EMPTY},
                            {"parameter_overrides": [Parameter("empty", value=[])]}):
                with self.subTest(kind=kind, **options):
                    has = self.node(**options).declare_parameter("empty", default)
                    self.assertEqual((has.type_, has.value), (kind, []))

    def test_an_empty_list_leaves_a_parameter_that_is_no_array_without_a_value(self):
        node = self.node(cli_args=EMPTY)
        self.assertEqual(node.declare_parameter("empty", 3).type_, Type.NOT_SET)
        with self.assertRaises(ParameterUninitializedException):
            node.get_parameter("empty")
        self.assertTrue(node.set_parameters([Parameter("empty", value=4)])[0].successful)

    def test_an_empty_list_with_a_type_keeps_it(self):
        override = Parameter("empty", Type.STRING_ARRAY, [])
        node = self.node(parameter_overrides=[override])
        with self.assertRaises(InvalidParameterTypeException):
            node.declare_parameter("empty", [1])
        self.assertEqual(node.declare_parameter("empty", ["a"]).type_, Type.STRING_ARRAY)


class DeclaredByOverrideTest(ParametersTest):
    def test_what_an_override_declares_keeps_its_type(self):
        node = self.node(cli_args=["--ros-args", "-p", "rate:=5"],
                         automatically_declare_parameters_from_overrides=True)
        for value, taken in (("fast", False), (None, False), (6, True)):
            result = node.set_parameters([Parameter("rate", value=value)])[0]
            self.assertEqual(result.successful, taken, result.reason)
        self.assertEqual(node.get_parameter("rate").value, 6)

    def test_what_an_empty_list_declares_takes_any_type(self):
        node = self.node(cli_args=EMPTY, automatically_declare_parameters_from_overrides=True)
        self.assertIsNone(node.get_parameter("empty").value)
        self.assertTrue(node.set_parameters([Parameter("empty", value=["a"])])[0].successful)


class RaisingCallbacksTest(ServedTest):
    """What callbacks of the user raise, or give in place of what they should."""

    def set(self, value=5):
        answer = self.ask(SetParameters, "set_parameters", SetParameters.Request(
            parameters=[Parameter("a", value=value).to_parameter_msg()]))
        atomic = self.ask(SetParametersAtomically, "set_parameters_atomically",
                          SetParametersAtomically.Request(
                              parameters=[Parameter("a", value=value).to_parameter_msg()]))
        self.assertEqual(answer.results[0], atomic.result)
        return atomic.result

    def declare(self):
        self.owner.declare_parameter("a", 1)

    def test_a_peer_is_refused_with_a_reason_where_callbacks_give_something_else(self):
        self.declare()
        for kind, given in (("on", None), ("on", True), ("on", "no"), ("pre", None),
                            ("pre", 3), ("pre", ["a"])):
            callback = lambda _: given  # noqa: E731
            with self.subTest(kind=kind, given=given), self.added(kind, callback), \
                    self.assertWarnsRegex(UserWarning, "<lambda>.*returned .*not set"):
                self.assertEqual(self.set().reason, "Callback returned an invalid type")
                here = self.owner.set_parameters([Parameter("a", value=5)])[0]
                self.assertFalse(here.successful)
            self.assertEqual(self.owner.get_parameter("a").value, 1)

    def test_a_peer_is_refused_with_what_a_callback_raises_and_who_sets_here_gets_it(self):
        self.declare()
        for kind in ("pre", "on"):
            with self.subTest(kind), self.added(kind, raise_key_error):
                self.assertEqual(self.set().reason, "KeyError: 'mine'")
                with self.assertRaises(KeyError):
                    self.owner.set_parameters([Parameter("a", value=5)])
            self.assertEqual(self.owner.get_parameter("a").value, 1)

    def test_a_peer_is_told_that_it_is_set_where_a_callback_raises_afterwards(self):
        self.declare()
        with self.added("post", raise_key_error):
            self.assertTrue(self.set().successful)
            self.assertEqual(self.owner.get_parameter("a").value, 5)
            with self.assertRaises(KeyError):
                self.owner.set_parameters([Parameter("a", value=6)])

    def test_the_reason_may_be_what_the_callback_caught(self):
        self.declare()

        def refuse(_):
            return SetParametersResult(successful=False, reason=ValueError("too fast"))

        with self.added("on", refuse):
            self.assertEqual(self.set().reason, "too fast")

    def test_a_number_beyond_64_bits_is_refused_where_it_is_set(self):
        for value in (2**63, [1, -2**63 - 1], array.array("Q", [2**63])):
            with self.assertRaises(InvalidParameterValueException):
                self.owner.declare_parameter("big", value)
        self.assertFalse(self.owner.has_parameter("big"))

    def test_what_cannot_be_called_is_no_callback(self):
        for kind in ("pre", "on", "post"):
            with self.assertRaisesRegex(TypeError, "Callback must be callable"):
                getattr(self.owner, f"add_{kind}_set_parameters_callback")("no")

    @contextlib.contextmanager
    def added(self, kind, callback):
        getattr(self.owner, f"add_{kind}_set_parameters_callback")(callback)
        try:
            yield
        finally:
            getattr(self.owner, f"remove_{kind}_set_parameters_callback")(callback)


class ServedWordsTest(ServedTest):
    def test_the_owner_logs_what_a_peer_cannot_have(self):
        lines = []
        self.asking.create_subscription(
            Log, "/rosout", lambda line: lines.append((line.level, line.msg)), 10)
        for kind, name, what in (
                (GetParameters, "get_parameters", "get parameters"),
                (GetParameterTypes, "get_parameter_types", "get parameter types"),
                (DescribeParameters, "describe_parameters", "describe parameters")):
            self.ask(kind, name, kind.Request(names=["none"]))
            self.heard(lines, f"Failed to {what}: ")
        message = Parameter("none", value=1).to_parameter_msg()
        for kind, name, what in (
                (SetParameters, "set_parameters", "set parameter"),
                (SetParametersAtomically, "set_parameters_atomically",
                 "set parameters atomically")):
            self.ask(kind, name, kind.Request(parameters=[message]))
            self.heard(lines, f"Failed to {what}: ")

    def heard(self, lines, words):
        """Wait for one warning that begins so and names the parameter."""
        end = time.monotonic() + LIMIT
        while not any(level == 30 and text.startswith(words) and "none" in text
                      for level, text in lines):
            self.assertLess(time.monotonic(), end, lines)
            self.executor.spin_once(timeout_sec=0.05)


class EmptyDefaultTest(ParametersTest):
    def test_an_empty_default_is_of_the_type_that_its_descriptor_names(self):
        for kind, text in ((Type.STRING_ARRAY, "['x']"), (Type.DOUBLE_ARRAY, "[0.5]"),
                           (Type.INTEGER_ARRAY, "[3]"), (Type.BOOL_ARRAY, "[true]")):
            for arguments, wanted in (([], []), (["--ros-args", "-p", f"list:={text}"],
                                                 yaml.safe_load(text))):
                with self.subTest(kind=kind, arguments=arguments):
                    has = self.node(cli_args=arguments).declare_parameter(
                        "list", [], ParameterDescriptor(type=kind.value))
                    self.assertEqual((has.type_, list(has.value)), (kind, wanted))


if __name__ == "__main__":
    unittest.main()
