"""Parameters as messages: of dicts, and of files for the node that they are for."""
import os


def _flat(tree, prefix=""):
    for name, value in tree.items():
        if isinstance(value, dict):
            yield from _flat(value, f"{prefix}{name}.")
        else:
            yield f"{prefix}{name}", value


def _sections(tree, path=()):
    """Give (parts of a name, parameters) of what is in a file of parameters."""
    for key, value in tree.items():
        if key == "ros__parameters":
            yield path, value or {}
        elif isinstance(value, dict):
            yield from _sections(value, (*path, *(part for part in str(key).split("/") if part)))


def _is_of_one_node(pattern):
    return not {"*", "**"} & set(pattern)


def _matches(pattern, name):
    if not pattern:
        return not name
    first, rest = pattern[0], pattern[1:]
    if first == "**":
        return any(_matches(rest, name[at:]) for at in range(len(name) + 1))
    return bool(name) and first in ("*", name[0]) and _matches(rest, name[1:])


def parameters_of_file(path, full_node_name):
    """
    Give {name: value} of a file for a node.

    Sections with its very name win over those with wildcards, else later ones win. A file without
    sections has the parameters of the node alone.
    """
    import yaml
    with open(path) as file:
        try:
            tree = yaml.safe_load(file)
        except yaml.YAMLError as error:
            raise RuntimeError(f"the parameter file '{path}' is not YAML: {error}") from error
    if tree is not None and not isinstance(tree, dict):
        raise RuntimeError(
            f"the parameter file '{path}' has no map: expected '<node>: {{ros__parameters: ...}}'")
    name = tuple(part for part in full_node_name.split("/") if part)
    sections = list(_sections(tree or {})) or [(name, tree or {})]
    found = {}
    for pattern, parameters in sorted(sections, key=lambda one: _is_of_one_node(one[0])):
        if _matches(pattern, name):
            if not isinstance(parameters, dict):
                raise RuntimeError(
                    f"the parameter file '{path}' has {parameters!r} under ros__parameters: "
                    "expected a map of names and values")
            found.update(_flat(parameters))
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
