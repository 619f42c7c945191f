"""What a launch gives to a node: its name, namespace, parameters and remappings."""
import os

from launch.utilities import perform_substitutions
from launch_ros.parameter_descriptions import Parameter
from launch_ros.parameter_yaml import yaml_file, yaml_line
from launch_ros.temporary_files import TemporaryFile
from launch_ros.utilities.evaluate_parameters import evaluate_parameters
from launch_ros.utilities.names import check_namespace, check_node_name
from launch_ros.utilities.namespace_utils import make_namespace_absolute, prefix_namespace


def expand_namespace(context, namespace):
    """Give the namespace below the pushed one; None if there is none."""
    pushed = context.launch_configurations.get("ros_namespace")
    given = None if namespace is None else perform_substitutions(context, namespace)
    expanded = prefix_namespace(pushed, given)
    if expanded is None:
        return None
    expanded = make_namespace_absolute(expanded)
    check_namespace(expanded, given, pushed)
    return expanded


def expand_name(context, name):
    """Give the name; None if there is none, ValueError if it cannot be one."""
    if name is None:
        return None
    expanded = perform_substitutions(context, name)
    check_node_name(expanded)
    return expanded


def expand_remappings(context, rules):
    """Give pairs of texts: those for all nodes, then the node's own."""
    own = [tuple(perform_substitutions(context, list(side)) for side in rule)
           for rule in rules or ()]
    return [*context.launch_configurations.get("ros_remaps", []), *own]


def _arguments_of_dict(values, key, files):
    made = TemporaryFile(yaml_file({key: {"ros__parameters": values}}))
    files.append(made)
    return ["--params-file", made.path]


def parameter_arguments(context, parameters, key, logger, files):
    """
    Give the arguments of parameters: those for all nodes, then the node's own.

    :param key: the node in the files that are made, which are added to 'files'.
    """
    arguments = []
    for one in context.launch_configurations.get("global_params", []):
        if isinstance(one, tuple):
            arguments += ["-p", f"{one[0]}:={yaml_line(one[1])}"]
        else:
            arguments += _file_arguments(one, logger)
    for one in evaluate_parameters(context, parameters or ()):
        if isinstance(one, dict):
            arguments += _arguments_of_dict(one, key, files)
        elif isinstance(one, Parameter):
            arguments += ["-p", f"{one.name}:={yaml_line(one.value)}"]
        else:
            arguments += _file_arguments(os.fspath(one), logger)
    return arguments


def _file_arguments(path, logger):
    if not os.path.isfile(path):
        logger.warning(f"Parameter file path is not a file: {path}")
        return []
    return ["--params-file", path]
