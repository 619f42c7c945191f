"""`ros2 node info`."""
import sys

from ros2cli.node.strategy import NodeStrategy, add_arguments
from ros2node import api
from ros2node.verb import VerbExtension

_SECTIONS = (("Subscribers", api.get_subscriber_info), ("Publishers", api.get_publisher_info),
             ("Service Servers", api.get_service_server_info),
             ("Service Clients", api.get_service_client_info),
             ("Action Servers", api.get_action_server_info),
             ("Action Clients", api.get_action_client_info))


class InfoVerb(VerbExtension):
    """Show the topics, services and actions of a node."""

    def add_arguments(self, parser, cli_name):
        add_arguments(parser)
        argument = parser.add_argument("node_name", help="full name of the node: /a/b")
        argument.completer = api.NodeNameCompleter(include_hidden_nodes_key="include_hidden")
        parser.add_argument("--include-hidden", action="store_true",
                            help="also hidden nodes, topics, services and actions")

    def main(self, *, args):
        with NodeStrategy(args) as node:
            names = [one.full_name for one in api.get_node_names(
                node=node, include_hidden_nodes=args.include_hidden)]
            count = names.count(args.node_name)
            if count > 1:
                print(api.INFO_NONUNIQUE_WARNING_TEMPLATE.format(
                    num_nodes=count, node_name=args.node_name), file=sys.stderr)
            if count == 0:
                return f"Unable to find node '{args.node_name}'"
            _print_node(node, args)
        return 0


def _print_node(node, args):
    print(args.node_name)
    for title, get in _SECTIONS:
        print(f"  {title}:")
        lines = [f"    {one.name}: {', '.join(one.types)}" for one in get(
            node=node, remote_node_name=args.node_name, include_hidden=args.include_hidden)]
        print("\n".join(lines))
