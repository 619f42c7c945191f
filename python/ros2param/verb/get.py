"""`ros2 param get`."""
from ros2cli.node.strategy import NodeStrategy
from ros2param import api
from ros2param.verb import VerbExtension

_TITLES = (None, "Boolean value is:", "Integer value is:", "Double value is:",
           "String value is:", "Byte values are:", "Boolean values are:", "Integer values are:",
           "Double values are:", "String values are:")


class GetVerb(VerbExtension):
    """Print a parameter."""

    def add_arguments(self, parser, cli_name):
        api.add_node_arguments(parser)
        argument = parser.add_argument("parameter_name", help="the parameter")
        argument.completer = api.ParameterNameCompleter()
        parser.add_argument("--hide-type", action="store_true", help="the value alone")

    def main(self, *, args):
        with NodeStrategy(args) as node:
            values = api.call_get_parameters(
                node=node, node_name=api.find_node(node, args),
                parameter_names=[args.parameter_name]).values
        if not values:
            return "Parameter not set"
        value = api.get_value(parameter_value=values[0])
        title = _TITLES[values[0].type]
        if title is None:
            print("Parameter not set.")
        elif args.hide_type:
            print(value)
        else:
            print(title, value)
        return 0
