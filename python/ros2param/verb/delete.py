"""`ros2 param delete`."""
from ros2cli.node.strategy import NodeStrategy
from ros2param import api
from ros2param.verb import VerbExtension


class DeleteVerb(VerbExtension):
    """Delete a parameter that is dynamically typed, or was not declared."""

    def add_arguments(self, parser, cli_name):
        api.add_node_arguments(parser)
        argument = parser.add_argument("parameter_name", help="the parameter")
        argument.completer = api.ParameterNameCompleter()

    def main(self, *, args):
        from rcl_interfaces.msg import Parameter
        with NodeStrategy(args) as node:
            result, = api.call_set_parameters(
                node=node, node_name=api.find_node(node, args),
                parameters=[Parameter(name=args.parameter_name)]).results
        reason = f": {result.reason}" if result.reason else ""
        if not result.successful:
            return f"Deleting parameter failed{reason}"
        print(f"Deleted parameter successfully{reason}")
        return 0
