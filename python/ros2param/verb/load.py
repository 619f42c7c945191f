"""`ros2 param load`."""
from ros2cli.node.strategy import NodeStrategy
from ros2param import api
from ros2param.verb import VerbExtension


class LoadVerb(VerbExtension):
    """Set the parameters of a node that a file has."""

    def add_arguments(self, parser, cli_name):
        api.add_node_arguments(parser)
        parser.add_argument("parameter_file", help="the file")
        parser.add_argument("--no-use-wildcard", action="store_true",
                            help="without what it has for all nodes: '/**'")

    def main(self, *, args):
        with NodeStrategy(args) as node:
            all_set = api.load_parameter_file(
                node=node, node_name=api.find_node(node, args),
                parameter_file=args.parameter_file, use_wildcard=not args.no_use_wildcard)
        return 0 if all_set else 1
