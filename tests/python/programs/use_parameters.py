"""Parameters: declared, set, refused, listed, described."""
import warnings

import rclpy
from rcl_interfaces.msg import (
    FloatingPointRange, IntegerRange, ParameterDescriptor, ParameterValue, SetParametersResult)
from rclpy.parameter import Parameter
from support import show

warnings.simplefilter("ignore")
rclpy.init(args=["x", "--ros-args", "-p", "over:=7", "-p", "n:flag:=true", "-p", "text:=hey"])
node = rclpy.create_node("n")
Type = Parameter.Type


def told(parameter):
    return parameter.name, parameter.type_, parameter.value


def declare(*args, **kwargs):
    show(lambda: told(node.declare_parameter(*args, **kwargs)))


def put(name, value):
    show(lambda: node.set_parameters([Parameter(name, value=value)]))


evens = IntegerRange(from_value=0, to_value=10, step=2)
tenths = FloatingPointRange(from_value=0.0, to_value=1.0, step=0.1)
declare("a", 1)
declare("a", 1)
declare("over", 1)
declare("flag", False, ignore_override=True)
declare("text", 1)
declare("static", Type.STRING)
show(lambda: node.get_parameter("static"))
declare("b", Type.NOT_SET)
declare("dynamic", None, ParameterDescriptor(dynamic_typing=True))
declare("c", Type.STRING, ParameterDescriptor(dynamic_typing=True))
declare(3, 1)
declare("", 1)
declare("d", 1, 3)
declare("e", {})
declare("f", [1, "a"])
declare("even", 11, ParameterDescriptor(integer_range=[evens]))
declare("even", 4, ParameterDescriptor(integer_range=[evens]))
declare("tenth", 0.5, ParameterDescriptor(floating_point_range=[tenths]))
declare("fixed", 1, ParameterDescriptor(read_only=True))
for value in (5, 12, 1.5, 6):
    put("even", value)
for value in (0.55, 1.2, 0.3):
    put("tenth", value)
put("fixed", 2)
put("a", None)
for value in (5, "x", None):
    put("dynamic", value)
print(node.has_parameter("dynamic"))
for name in ("fixed", "nope", "tenth"):
    show(lambda: node.undeclare_parameter(name))
show(lambda: node.get_parameter("tenth"))
show(lambda: told(node.get_parameter_or("tenth")))
show(lambda: node.get_parameter_types(["a", "over"]))
show(lambda: node.set_parameters([3]))
show(lambda: node.set_parameters_atomically(
    [Parameter("a", value=6), Parameter("fixed", value=5)]))
print(node.get_parameter("a").value)
show(lambda: [told(one) for one in node.declare_parameters(
    "ns", [("a", 1), ("b", 2.0), ("c", "x", ParameterDescriptor(description="words"))])])
show(lambda: node.declare_parameters("ns", [("a", 1), ("z", 2)]))
print(node.has_parameter("ns.z"))
show(lambda: {key: told(one) for key, one in node.get_parameters_by_prefix("ns").items()})
for prefixes, depth in (([], 0), (["ns"], 1), ([], 1), (["a", "ns.a"], 0), ("x", 0), ([], -1),
                        ([], "a")):
    show(lambda: node.list_parameters(prefixes, depth))
show(lambda: node.describe_parameter("ns.c"))
show(lambda: node.describe_parameter("nope"))
show(lambda: node.set_descriptor("a", ParameterDescriptor(
    type=2, integer_range=[IntegerRange(from_value=100, to_value=200, step=1)]),
    ParameterValue(type=2, integer_value=150)))
print(told(node.get_parameter("a")))
calls = []


def on_set(parameters):
    calls.append(("on", [one.name for one in parameters]))
    return SetParametersResult(
        successful=all(one.value != 111 for one in parameters), reason="no 111")


def before(parameters):
    calls.append("pre")
    return parameters


node.add_on_set_parameters_callback(on_set)
node.add_pre_set_parameters_callback(before)
node.add_post_set_parameters_callback(lambda parameters: calls.append("post"))
put("a", 111)
put("a", 112)
print(calls)
declare("refused", 111)
node.remove_on_set_parameters_callback(on_set)
show(lambda: node.remove_on_set_parameters_callback(on_set))
node.remove_pre_set_parameters_callback(before)
node.add_pre_set_parameters_callback(lambda parameters: [])
put("a", 113)
node = rclpy.create_node("automatic", automatically_declare_parameters_from_overrides=True)
print(told(node.get_parameter("over")))
show(lambda: node.describe_parameter("over"))
for value in ("x", None, 8):
    put("over", value)
print(told(node.get_parameter("over")))
rclpy.shutdown()
