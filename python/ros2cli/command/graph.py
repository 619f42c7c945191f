"""`ros2 graph`."""
import sys

from ros2cli.command import CommandExtension
from ros2cli.node.strategy import NodeStrategy, add_arguments

_FORMATS = ("dot", "json", "html")


class GraphCommand(CommandExtension):
    """Print the running graph: nodes, topics, services and actions."""

    def add_arguments(self, parser, cli_name):
        add_arguments(parser)
        parser.add_argument("-f", "--format", choices=_FORMATS, default="dot",
                            help="dot, for Graphviz; json; html, a page that needs nothing else "
                                 "(default: dot)")
        parser.add_argument("-a", "--all", action="store_true",
                            help="also what is hidden, what each node has for its parameters, "
                                 "and /rosout")
        parser.add_argument("-o", "--output", metavar="FILE", help="write it to a file")

    def main(self, *, parser, args):
        from ros2cli import graph_picture
        with NodeStrategy(args) as node:
            graph = graph_picture.read(node, everything=args.all)
        text = getattr(graph_picture, f"to_{args.format}")(graph)
        if args.output is None:
            sys.stdout.write(text)
            return 0
        with open(args.output, "w", encoding="utf-8") as file:
            file.write(text)
        return 0
