"""`ros2 param describe`."""
import sys

from ros2cli.node.strategy import NodeStrategy
from ros2param import api
from ros2param.verb import VerbExtension


class DescribeVerb(VerbExtension):
    """Show the type, description and range of parameters."""

    def add_arguments(self, parser, cli_name):
        api.add_node_arguments(parser)
        argument = parser.add_argument("parameter_names", nargs="+", help="the parameters")
        argument.completer = api.ParameterNameCompleter()

    def main(self, *, args):
        with NodeStrategy(args) as node:
            name = api.find_node(node, args)
            descriptors = api.call_describe_parameters(
                node=node, node_name=name, parameter_names=args.parameter_names).descriptors
        for descriptor in descriptors:
            print("\n".join(lines_of(descriptor)))
        if descriptors:
            return 0
        print(f"Node '{name}' does not have all of these parameters: "
              f"{', '.join(args.parameter_names)}", file=sys.stderr)
        return 1


def lines_of(descriptor):
    """Give what is known of a parameter."""
    yield f"Parameter name: {descriptor.name}"
    yield f"  Type: {api.get_parameter_type_string(descriptor.type)}"
    if descriptor.description:
        yield f"  Description: {descriptor.description}"
    yield "  Constraints:"
    if descriptor.read_only:
        yield "    Read only: true"
    for one in [*descriptor.floating_point_range, *descriptor.integer_range]:
        yield f"    Min value: {one.from_value}"
        yield f"    Max value: {one.to_value}"
        if one.step:
            yield f"    Step: {one.step}"
    if descriptor.additional_constraints:
        yield f"    Additional constraints: {descriptor.additional_constraints}"
