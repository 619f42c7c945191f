"""Nodes with parameters that are hard to write in YAML, and one with other values.

Prints "ready" when they are there.
"""
import rclpy
from rcl_interfaces.msg import ParameterDescriptor
from rclpy.executors import ExternalShutdownException, SingleThreadedExecutor
from rclpy.parameter import Parameter

VALUES = {
    "text.digits": "0123", "text.hash": "before # after", "text.lines": "one\ntwo\n",
    "text.words": ["1e3", "y", "null", "~", "", "a: b"], "double.tiny": 5e-324,
    "double.small": 5e-06, "double.all": [float("nan"), float("-inf"), 1.0],
    "bytes": [b"\0", b"\t", b"\xff"]}


def make(name, plain):
    node = rclpy.create_node(name)
    for parameter, value in VALUES.items():
        node.declare_parameter(parameter, type(value)() if plain and not isinstance(value, list)
                               else value[:1] if plain else value)
    if node.declare_parameter("empty", Parameter.Type.STRING_ARRAY).value is None:
        node.set_parameters([Parameter("empty", Parameter.Type.STRING_ARRAY,
                                       ["x"] if plain else [])])
    node.declare_parameter("unset", None, ParameterDescriptor(dynamic_typing=True))
    return node


def main():
    rclpy.init()
    executor = SingleThreadedExecutor()
    nodes = [make("py_valued", False), make("py_plain", True)]
    for node in nodes:
        executor.add_node(node)
    print("ready", flush=True)
    try:
        executor.spin()
    except ExternalShutdownException:
        pass


main()
