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
        api.value_of_text(args.value)  # what is none is reported before anything is asked
        with NodeStrategy(args) as node:
            name = api.find_node(node, args)
            parameter = Parameter(name=args.parameter_name, value=api.value_for_parameter(
                args.value, node=node, node_name=name, name=args.parameter_name))
            result, = api.call_set_parameters(node=node, node_name=name,
                                              parameters=[parameter]).results
        reason = f": {result.reason}" if result.reason else ""
        if not result.successful:
            return f"Setting parameter failed{reason}"
        print(f"Set parameter successful{reason}")
        return 0
