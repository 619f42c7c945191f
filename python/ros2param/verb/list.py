"""`ros2 param list`."""
import re
import sys

from ros2cli.calls import LIMIT_S, call_all
from ros2cli.node.strategy import NodeStrategy, add_arguments
from ros2node.api import NodeNameCompleter, get_absolute_node_name, get_node_names
from ros2param import api
from ros2param.verb import VerbExtension


class ListVerb(VerbExtension):
    """List the parameters of a node, or of all."""

    def add_arguments(self, parser, cli_name):
        add_arguments(parser)
        argument = parser.add_argument("node_name", nargs="?", help="the node: '/talker'")
        argument.completer = NodeNameCompleter(include_hidden_nodes_key="include_hidden_nodes")
        api.add_hidden_argument(parser)
        parser.add_argument("--param-prefixes", nargs="+", default=[], metavar="PREFIX",
                            help="only those below these names")
        parser.add_argument("--param-type", action="store_true", help="with their types")
        parser.add_argument("--filter", type=_expression, metavar="REGEX",
                            help="only those in whose names a regular expression is found")

    def main(self, *, args):
        name = get_absolute_node_name(args.node_name)
        with NodeStrategy(args) as node:
            names = sorted({one.full_name for one in get_node_names(
                node=node, include_hidden_nodes=args.include_hidden_nodes)})
            if name and name not in names:
                return "Node not found"
            asked = _with_parameters(node, [name] if name else names)
            if name and not asked:
                return f"Node '{name}' has no parameter services"
            return _print_all(node.direct_node.node, asked, args)


def _expression(text):
    import argparse
    try:
        return re.compile(text)
    except re.error as error:
        raise argparse.ArgumentTypeError(
            f"'{text}' is no regular expression: {error}") from error


def _with_parameters(node, names):
    """Give those that the graph shows to serve parameters: others are not waited for."""
    services = {name for name, _ in node.get_service_names_and_types()}
    return [name for name in names if f"{name}/list_parameters" in services]


def _print_all(node, names, args):
    listed = api.list_parameters_of(node, names, args.param_prefixes)
    status = 0
    for name in names:
        if listed[name] is None:
            print(f"Node '{name}' did not answer within {LIMIT_S:g} s", file=sys.stderr)
            status = 1
            continue
        shown = [one for one in listed[name] if not args.filter or args.filter.match(one)]
        if args.filter and not shown:
            continue
        if not args.node_name:
            print(f"{name}:")
        types = _types(node, name, shown) if args.param_type and shown else {}
        for one in shown:
            print(f"  {one} (type: {types[one]})" if one in types else f"  {one}")
    return status


def _types(node, name, parameters):
    from rcl_interfaces.srv import GetParameterTypes
    service = f"{name}/get_parameter_types"
    response = call_all(node, GetParameterTypes, {
        service: GetParameterTypes.Request(names=parameters)})[service]
    numbers = [] if response is None else response.types
    return {one: api.get_parameter_type_string(number)
            for one, number in zip(parameters, numbers)}
