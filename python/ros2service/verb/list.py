"""`ros2 service list`."""
import argparse

from ros2cli.node.strategy import NodeStrategy, add_arguments
from ros2service.api import get_service_names_and_types
from ros2service.verb import VerbExtension


class ListVerb(VerbExtension):
    """List services."""

    def add_arguments(self, parser, cli_name):
        add_arguments(parser)
        parser.add_argument("-t", "--show-types", action="store_true", help="with their types")
        parser.add_argument("-c", "--count-services", action="store_true",
                            help="print only how many there are")
        parser.add_argument("--include-hidden-services", action="store_true",
                            default=argparse.SUPPRESS,
                            help="also those of which a part begins with '_'")

    def main(self, *, args):
        with NodeStrategy(args) as node:
            services = get_service_names_and_types(
                node=node, include_hidden_services=args.include_hidden_services)
        if args.count_services:
            print(len(services))
            return 0
        for name, types in services:
            print(f"{name} [{', '.join(types)}]" if args.show_types else name)
        return 0
