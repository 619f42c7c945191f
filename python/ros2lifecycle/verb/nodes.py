"""`ros2 lifecycle nodes`."""
from ros2cli.node.strategy import NodeStrategy, add_arguments
from ros2lifecycle.api import get_node_names
from ros2lifecycle.verb import VerbExtension


class NodesVerb(VerbExtension):
    """List managed nodes."""

    def add_arguments(self, parser, cli_name):
        add_arguments(parser)
        parser.add_argument("-a", "--all", action="store_true", help="also hidden nodes")
        parser.add_argument("-c", "--count-nodes", action="store_true",
                            help="print only how many there are")

    def main(self, *, args):
        with NodeStrategy(args) as node:
            names = sorted(one.full_name
                           for one in get_node_names(node=node, include_hidden_nodes=args.all))
        if args.count_nodes:
            print(len(names))
            return 0
        for name in names:
            print(name)
        return 0
