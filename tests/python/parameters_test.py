"""Parameters that are long, empty, or declared because somebody overrides them."""
import array
import pathlib
import sys
import time
import unittest

import rclpy
from rcl_interfaces.srv import GetParameters, SetParameters
from rclpy.exceptions import InvalidParameterTypeException, ParameterUninitializedException
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


class LongArraysTest(ParametersTest):
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

    def test_arrays_of_any_length_are_set_and_read_by_services(self):
        for kind, code, values in ((Type.INTEGER_ARRAY, "q", range(5000)),
                                   (Type.DOUBLE_ARRAY, "d", map(float, range(5000)))):
            values = list(values)
            self.owner.declare_parameter(kind.name, kind)
            for length in (0, 511, 512, 5000):  # from 4096 bytes on a message has numpy's
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


if __name__ == "__main__":
    unittest.main()
