"""`ros2 node list`."""
import sys

from ros2cli.node.strategy import NodeStrategy, add_arguments
from ros2node.api import get_node_names, has_duplicates
from ros2node.verb import VerbExtension


class ListVerb(VerbExtension):
    """List nodes."""

    get_node_names = staticmethod(get_node_names)

    def add_arguments(self, parser, cli_name):
        add_arguments(parser)
        parser.add_argument("-a", "--all", action="store_true", help="also hidden nodes")
        parser.add_argument("-c", "--count-nodes", action="store_true",
                            help="print only how many there are")

    def main(self, *, args):
        with NodeStrategy(args) as node:
            names = sorted(one.full_name for one in self.get_node_names(
                node=node, include_hidden_nodes=args.all))
        if args.count_nodes:
            print(len(names))
            return 0
        self.warn_of(names)
        for name in names:
            print(name)
        return 0

    @staticmethod
    def warn_of(names):
        if has_duplicates(names):
            print("WARNING: Be aware that there are nodes in the graph that share an exact name, "
                  "which can have unintended side effects.", file=sys.stderr)
