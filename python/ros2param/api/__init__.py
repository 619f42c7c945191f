"""Parameters of other nodes."""
import sys

from ros2cli.calls import call, call_all
from ros2cli.node.strategy import NodeStrategy

_TYPES = ("not set", "boolean", "integer", "double", "string", "byte array", "boolean array",
          "integer array", "double array", "string array")


def get_parameter_type_string(parameter_type):
    """Give the name of a number of rcl_interfaces/msg/ParameterType."""
    return _TYPES[parameter_type]


def get_value(*, parameter_value):
    """Give the value of a ParameterValue; None for one that is not set."""
    from rclpy.parameter import parameter_value_to_python
    return parameter_value_to_python(parameter_value)


def _native(node):
    """Give the node itself of what verbs ask."""
    direct = getattr(node, "direct_node", node)
    return getattr(direct, "node", direct)


def call_describe_parameters(*, node, node_name, parameter_names=None):
    from rcl_interfaces.srv import DescribeParameters
    return call(_native(node), DescribeParameters, f"{node_name}/describe_parameters",
                DescribeParameters.Request(names=list(parameter_names or [])))


def call_get_parameters(*, node, node_name, parameter_names):
    from rcl_interfaces.srv import GetParameters
    return call(_native(node), GetParameters, f"{node_name}/get_parameters",
                GetParameters.Request(names=list(parameter_names)))


def call_set_parameters(*, node, node_name, parameters):
    from rcl_interfaces.srv import SetParameters
    return call(_native(node), SetParameters, f"{node_name}/set_parameters",
                SetParameters.Request(parameters=list(parameters)), patient=True)


def call_list_parameters(*, node, node_name, prefixes=None):
    """Give the names of the parameters, sorted."""
    return list_parameters_of(_native(node), [node_name], prefixes)[node_name]


def list_parameters_of(node, node_names, prefixes=None):
    """Node -> the names of its parameters, sorted; None if it did not answer."""
    from rcl_interfaces.srv import ListParameters
    responses = call_all(node, ListParameters, {
        f"{name}/list_parameters": ListParameters.Request(prefixes=list(prefixes or []))
        for name in node_names})
    return {name: None if response is None else sorted(response.result.names)
            for name, response in zip(node_names, responses.values())}


def load_parameter_file(*, node, node_name, parameter_file, use_wildcard):
    """Set what a file has for a node. @return whether all were set."""
    parameters = _parameters_of_file(parameter_file, node_name, use_wildcard)
    response = call_set_parameters(node=node, node_name=node_name, parameters=parameters)
    for parameter, result in zip(parameters, response.results):
        reason = f": {result.reason}" if result.reason else ""
        if result.successful:
            print(f"Set parameter {parameter.name} successful{reason}")
        else:
            print(f"Set parameter {parameter.name} failed{reason}", file=sys.stderr)
    return all(result.successful for result in response.results)


def _parameters_of_file(path, node_name, use_wildcard):
    """Give those of '/**', of other patterns that mean the node, and of the node itself."""
    import yaml
    from rclpy.parameter import parameter_dict_from_yaml_file
    with open(path, encoding="utf-8") as file:
        content = yaml.safe_load(file)
    if not isinstance(content, dict):
        raise RuntimeError(f"'{path}' is no parameter file: it names no node")
    sections = [name for name in content if matches_node(name, node_name)]
    if not use_wildcard:
        sections = [name for name in sections if "*" not in name]
    if not sections:
        raise RuntimeError("Param file does not contain selected parameters")
    # What is said for more nodes comes first, so that the node's own section wins.
    sections.sort(key=lambda name: (name != "/**", "*" not in name))
    return list(parameter_dict_from_yaml_file(path, False, target_nodes=sections).values())


def matches_node(section, node_name):
    """
    Tell whether a section of a parameter file means a node.

    As in a file that a node is started with: '*' stands for one part of the full name, '**'
    for any number of parts, and a slash in front may be missing.
    """
    import re
    parts = {"*": "/[^/]+", "**": "(/[^/]+)*"}
    pattern = "".join(parts.get(part, "/" + re.escape(part))
                      for part in str(section).lstrip("/").split("/"))
    return re.fullmatch(pattern, node_name) is not None


def find_node(strategy, args):
    """Give the full name of the node of the options; RuntimeError if there is none."""
    from ros2node.api import get_absolute_node_name, wait_for_node
    name = get_absolute_node_name(args.node_name)
    if not wait_for_node(strategy, name, args.include_hidden_nodes, timeout=args.timeout):
        raise RuntimeError("Node not found")
    return name


def add_node_arguments(parser):
    """Give a parser the options of a verb that asks one node."""
    from ros2cli.helpers import unsigned_int
    from ros2cli.node.strategy import add_arguments
    from ros2node.api import NodeNameCompleter
    add_arguments(parser)
    argument = parser.add_argument("node_name", help="the node: '/talker'")
    argument.completer = NodeNameCompleter(include_hidden_nodes_key="include_hidden_nodes")
    add_hidden_argument(parser)
    parser.add_argument("--timeout", metavar="N", type=unsigned_int, default=1,
                        help="seconds to wait for the node (default: 1)")


def add_hidden_argument(parser):
    parser.add_argument("--include-hidden-nodes", action="store_true",
                        help="also those of which a part begins with '_'")


class ParameterNameCompleter:
    """Completes the parameters of the node that is named."""

    def __call__(self, prefix, parsed_args, **kwargs):
        from ros2node.api import get_absolute_node_name
        with NodeStrategy(parsed_args) as node:
            return call_list_parameters(
                node=node, node_name=get_absolute_node_name(parsed_args.node_name)) or []
