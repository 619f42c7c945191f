"""`ros2 param set`."""
from ros2cli.node.strategy import NodeStrategy
from ros2param import api
from ros2param.verb import VerbExtension


class SetVerb(VerbExtension):
    """Set a parameter."""

    def add_arguments(self, parser, cli_name):
        api.add_node_arguments(parser)
        argument = parser.add_argument("parameter_name", help="the parameter")
        argument.completer = api.ParameterNameCompleter()
        parser.add_argument("value", help="its value, as YAML: 'true', '1.5', '[a, b]'")

    def main(self, *, args):
        from rcl_interfaces.msg import Parameter
        from rclpy.parameter import get_parameter_value
        check_value(args.value)
        parameter = Parameter(name=args.parameter_name,
                              value=get_parameter_value(string_value=args.value))
        with NodeStrategy(args) as node:
            result, = api.call_set_parameters(node=node, node_name=api.find_node(node, args),
                                              parameters=[parameter]).results
        reason = f": {result.reason}" if result.reason else ""
        if not result.successful:
            return f"Setting parameter failed{reason}"
        print(f"Set parameter successful{reason}")
        return 0


def check_value(text):
    """Raise RuntimeError for YAML that is no value of a parameter: a mapping."""
    import yaml
    try:
        value = yaml.safe_load(text)
    except yaml.YAMLError:  # then it is a text
        return
    if isinstance(value, dict):
        raise RuntimeError(f"'{text}' is no value of a parameter: a mapping has no type there. "
                           "Quote it to set a text.")
