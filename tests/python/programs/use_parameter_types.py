"""Types of parameters, descriptors with ranges, and the exceptions with what they carry."""
from array import array

import rclpy
from rcl_interfaces.msg import (
    FloatingPointRange, IntegerRange, ParameterDescriptor, ParameterType, ParameterValue,
    SetParametersResult)
from rclpy.exceptions import (
    InvalidParameterException, InvalidParameterTypeException, InvalidParameterValueException,
    ParameterAlreadyDeclaredException, ParameterException, ParameterImmutableException,
    ParameterNotDeclaredException, ParameterUninitializedException)
from rclpy.parameter import Parameter
from support import kind, show

rclpy.init(args=[])
node = rclpy.create_node("types")
for value in (True, 7, 1.5, "text", [b"a"], [True], [1], [1.5], ["a"], array("q", [1]),
              array("d", [1.5]), None):
    show(lambda: (Parameter.Type.from_parameter_value(value),
                  Parameter.Type.from_parameter_value(value).check(value),
                  Parameter.Type.STRING.check(value)))
kind(lambda: Parameter.Type.from_parameter_value(object()))
show(lambda: Parameter.Type.from_parameter_value([1, "a"]))
print(Parameter("a", Parameter.Type.INTEGER, 7).get_parameter_value().integer_value,
      Parameter.from_parameter_msg(Parameter("a", value="x").to_parameter_msg()).value)
show(lambda: Parameter("a", Parameter.Type.INTEGER, "x"))
show(lambda: Parameter("a", 2, 7))

node.declare_parameter("int", 7, ParameterDescriptor(
    integer_range=[IntegerRange(from_value=1, to_value=9, step=2)]))
node.declare_parameter("float", 0.5, ParameterDescriptor(
    floating_point_range=[FloatingPointRange(from_value=0.0, to_value=1.0, step=0.25)]))
node.declare_parameter("fixed", "x", ParameterDescriptor(read_only=True))
node.declare_parameter("any", 1, ParameterDescriptor(dynamic_typing=True))
node.declare_parameter("unset", Parameter.Type.BOOL)
for name, value in (("int", 3), ("int", 4), ("int", 11), ("float", 0.75), ("float", 0.3),
                    ("float", 2.0), ("fixed", "y"), ("any", "text"), ("any", None), ("int", "x"),
                    ("unset", True)):
    show(lambda: node.set_parameters([Parameter(name, value=value)])[0])
print(node.get_parameter_type("int"), node.get_parameter_types(["int", "float", "fixed"]))
print([one.value for one in node.get_parameters(["int", "float", "unset"])])
print([one.name for one in node.describe_parameters(["int", "float"])],
      node.describe_parameter("fixed").read_only,
      node.describe_parameter("int").type == ParameterType.PARAMETER_INTEGER)
show(lambda: node.set_descriptor("int", ParameterDescriptor(
    integer_range=[IntegerRange(from_value=100, to_value=200, step=1)])))
show(lambda: node.set_descriptor("int", ParameterDescriptor(
    integer_range=[IntegerRange(from_value=100, to_value=200, step=1)]),
    ParameterValue(type=ParameterType.PARAMETER_INTEGER, integer_value=150)))
print(node.get_parameter("int").value)


def catch(expected, function):
    try:
        function()
    except ParameterException as error:
        print(type(error) is expected, isinstance(error, Exception), str(error).splitlines()[0])


catch(ParameterNotDeclaredException, lambda: node.get_parameter("nothing"))
catch(ParameterNotDeclaredException, lambda: node.get_parameters(["int", "a", "b"]))
catch(ParameterAlreadyDeclaredException, lambda: node.declare_parameter("int", 1))
catch(ParameterImmutableException, lambda: node.undeclare_parameter("fixed"))
node.declare_parameter("empty", Parameter.Type.STRING)
catch(ParameterUninitializedException, lambda: node.get_parameter("empty"))
for expected in (InvalidParameterException, InvalidParameterTypeException,
                 InvalidParameterValueException):
    print(issubclass(expected, ParameterException))
catch(InvalidParameterValueException, lambda: node.declare_parameter(
    "high", 10, ParameterDescriptor(integer_range=[IntegerRange(from_value=1, to_value=9)])))
catch(InvalidParameterException, lambda: node.declare_parameter("", 1))
typed = rclpy.create_node("typed", parameter_overrides=[Parameter("int", value="text")])
catch(InvalidParameterTypeException, lambda: typed.declare_parameter("int", 1))


def refuse(parameters):
    return SetParametersResult(successful=False, reason="no")


def after(parameters):
    print("after", [one.name for one in parameters])


def before(parameters):
    return parameters + [Parameter("float", value=1.0)]


node.add_post_set_parameters_callback(after)
node.add_pre_set_parameters_callback(before)
print(node.set_parameters_atomically([Parameter("int", value=151)]))
node.remove_pre_set_parameters_callback(before)
node.remove_post_set_parameters_callback(after)
show(lambda: node.remove_post_set_parameters_callback(after))
show(lambda: node.remove_pre_set_parameters_callback(before))
node.add_on_set_parameters_callback(refuse)
print(node.set_parameters([Parameter("int", value=152)])[0])
node.remove_on_set_parameters_callback(refuse)
show(lambda: node.remove_on_set_parameters_callback(refuse))
node.destroy_node()
rclpy.shutdown()
