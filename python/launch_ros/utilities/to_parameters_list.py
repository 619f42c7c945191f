"""Parameters as messages: of dicts, and of files for the node that they are for."""
import os


def parameters_of_file(path, full_node_name):
    """
    Give {name: value} of a file for a node, read as a process reads it, but that whole numbers
    among decimals become decimals.

    Sections with its very name win over those with wildcards, else later ones win. A file without
    sections has the parameters of the node alone.
    """
    import _ranvier
    from rclpy.impl.parameter_file import python_value
    with open(path, "rb") as file:
        text = file.read()
    try:
        read = _ranvier.parse_component_yaml(text, f"parameter file '{path}'", full_node_name)
    except ValueError as error:
        raise RuntimeError(str(error)) from error
    found = {}
    for node, name, number, value in sorted(read, key=lambda one: "*" not in one[0]):
        if _ranvier.matches_node(node, full_node_name):
            found[name] = python_value(value) if number else []
    return found


def _made(name, value):
    from launch.utilities.type_utils import of_one_type
    from launch_ros.parameter_descriptions import naming
    from rclpy.parameter import Parameter
    with naming(name):
        value = of_one_type(value) if isinstance(value, list) else value
        return Parameter(name=name, value=value)


def to_parameters_list(context, node_name, namespace, evaluated_parameters):
    """Give rclpy Parameters, in the order in which they are given."""
    from launch_ros.parameter_descriptions import Parameter
    full_name = f"{(namespace or '').rstrip('/')}/{node_name or ''}"
    made = []
    for one in evaluated_parameters:
        if isinstance(one, dict):
            pairs = one.items()
        elif isinstance(one, Parameter):
            pairs = [(one.name, one.value)]
        else:
            pairs = parameters_of_file(os.fspath(one), full_name).items()
        made += [_made(name, value) for name, value in pairs]
    return made
