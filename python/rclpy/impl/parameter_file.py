"""Parameter files as messages: the core reads the YAML, for programs as for what they ask."""
from collections import namedtuple

import _ranvier

# `number` is the type in rcl_interfaces/msg/ParameterType; 0 for `[]`, which has none.
Read = namedtuple("Read", ("node", "name", "number", "value"))


def read(path):
    """
    Give the parameters of a file as Read, in its order.

    OSError if it cannot be opened, AttributeError if it is empty, RuntimeError if it is no
    parameter file.
    """
    with open(path, "rb") as file:
        text = file.read()
    if not text.strip():
        raise AttributeError(f"parameter file '{path}' is empty")
    try:
        return [Read(*one) for one in
                _ranvier.parse_parameter_yaml(text, f"parameter file '{path}'")]
    except ValueError as error:
        raise RuntimeError(f"YAML file is not a valid ROS parameter file: {error}") from error


def of_nodes(parameters, names, use_wildcard):
    """Give those whose section means one of the nodes; those with wildcards first."""
    names = ["/" + name.lstrip("/") for name in names]
    return _general_first(
        one for one in parameters if one.node in names or (
            use_wildcard and any(_ranvier.matches_node(one.node, name) for name in names)))


def of_all_nodes(parameters, use_wildcard):
    """Give those of sections without wildcards, with those of '/**' in front if they are wanted."""
    return _general_first(one for one in parameters if "*" not in one.node or (
        use_wildcard and one.node == "/**"))


def _general_first(parameters):
    return sorted(parameters, key=lambda one: (one.node != "/**", "*" not in one.node))


def messages(parameters, namespace=""):
    """Give name to rcl_interfaces.msg.Parameter: of one name the last counts."""
    from rcl_interfaces.msg import Parameter
    return {namespace + one.name: Parameter(name=namespace + one.name,
                                            value=value_of(one.number, one.value))
            for one in parameters}


def value_of(number, value):
    """Give the ParameterValue of what the core read; of `[]` an empty array of bools."""
    from rclpy.parameter import Parameter
    if number == 0:
        number, value = Parameter.Type.BOOL_ARRAY.value, []
    return Parameter("", Parameter.Type(number), python_value(value)).get_parameter_value()


def python_value(value):
    """Give a value of the core as a Parameter has it."""
    return [bytes((byte,)) for byte in value] if isinstance(value, bytes) else value
