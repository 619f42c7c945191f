"""Parameters of other nodes."""
import sys

from ros2cli.calls import call, call_all
from ros2cli.node.strategy import NodeStrategy

_TYPES = ("not set", "boolean", "integer", "double", "string", "byte array", "boolean array",
          "integer array", "double array", "string array")
_ARRAYS = range(_TYPES.index("byte array"), len(_TYPES))


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


def value_of_text(text):
    """
    Give the ParameterValue that a text of a command line means, as `-p name:=text` does.

    What is no YAML is the text itself; a list of texts may have those that mean a bool, such as
    [x, y]. RuntimeError for YAML that is no value: a mapping, a list of several types.
    """
    import _ranvier
    from rclpy.impl.parameter_file import value_of
    try:
        return value_of(*_ranvier.parse_parameter_value(text))
    except ValueError as error:
        value = _as_text(text)
        if value is None:
            raise RuntimeError(f"'{text}' is no value of a parameter: {error}. Quote it to set a "
                               "text.") from error
        return value


def _as_text(text):
    """Give the text, or the list of texts, that YAML alone reads, and no YAML; None for others."""
    import yaml
    from rclpy.parameter import Parameter
    try:
        value = yaml.safe_load(text)
    except (ValueError, yaml.YAMLError):
        value = text
    if value is None:  # nothing is in it
        value = text
    texts = [value] if isinstance(value, str) else value
    if not isinstance(texts, list) or not texts or not all(isinstance(one, str) for one in texts):
        return None
    return Parameter("", value=value).get_parameter_value()


def value_for_parameter(text, *, node, node_name, name):
    """Give the same for a parameter of a node: `y` is a text there, if its type says so."""
    value, as_text = value_of_text(text), _as_text(text)
    if as_text is not None and as_text.type != value.type and (
            as_text.type == _type_of(node, node_name, name)):
        return as_text
    return _with_type(value, node, node_name, name)


def _type_of(node, node_name, name):
    """Give the number of the type of a parameter; None if the node does not tell."""
    from rcl_interfaces.srv import GetParameterTypes
    types = call(_native(node), GetParameterTypes, f"{node_name}/get_parameter_types",
                 GetParameterTypes.Request(names=[name])).types
    return types[0] if len(types) == 1 else None


def _with_type(value, node, node_name, name):
    """Give a value; an empty array, which has no type in YAML, with that of the parameter."""
    from rcl_interfaces.msg import ParameterType, ParameterValue
    if value.type != ParameterType.PARAMETER_BOOL_ARRAY or value.bool_array_value:
        return value
    number = _type_of(node, node_name, name)
    return ParameterValue(type=number) if number in _ARRAYS else value


def load_parameter_file(*, node, node_name, parameter_file, use_wildcard):
    """
    Set what a file has for a node.

    :return: whether the node has all of it. What it refuses because it must not change, and is as
        the file says already, counts as set.
    """
    parameters = _parameters_of_file(parameter_file, node_name, use_wildcard)
    for one in parameters:
        one.value = _with_type(one.value, node, node_name, one.name)
    results = call_set_parameters(
        node=node, node_name=node_name, parameters=parameters).results
    all_set = True
    for parameter, result in zip(parameters, results):
        reason = f": {result.reason}" if result.reason else ""
        if not result.successful and _is_so(node, node_name, parameter):
            print(f"Set parameter {parameter.name} successful: it has this value already")
        elif result.successful:
            print(f"Set parameter {parameter.name} successful{reason}")
        else:
            print(f"Set parameter {parameter.name} failed{reason}", file=sys.stderr)
            all_set = False
    return all_set


def _is_so(node, node_name, parameter):
    """Whether a parameter of a node has that value; NaN is NaN."""
    values = call_get_parameters(node=node, node_name=node_name,
                                 parameter_names=[parameter.name]).values
    return [repr(value) for value in values] == [repr(parameter.value)]


def _parameters_of_file(path, node_name, use_wildcard):
    """Give those of patterns that mean the node, and of the node itself."""
    from rclpy.impl import parameter_file as file
    try:
        parameters = file.of_nodes(file.read(path), [node_name], use_wildcard)
    except AttributeError as error:  # the file is empty
        raise RuntimeError(str(error)) from error
    if not parameters:
        raise RuntimeError("Param file does not contain selected parameters")
    return list(file.messages(parameters).values())


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
