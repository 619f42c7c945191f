"""`ros2 service find`."""
import argparse

from ros2cli.node.strategy import NodeStrategy, add_arguments
from ros2service.api import get_service_names_and_types, service_type_completer
from ros2service.verb import VerbExtension


class FindVerb(VerbExtension):
    """List the services of a type."""

    def add_arguments(self, parser, cli_name):
        add_arguments(parser)
        argument = parser.add_argument("service_type", help="the type: 'std_srvs/srv/Empty'")
        argument.completer = service_type_completer
        parser.add_argument("-c", "--count-services", action="store_true",
                            help="print only how many there are")
        parser.add_argument("--include-hidden-services", action="store_true",
                            default=argparse.SUPPRESS,
                            help="also those of which a part begins with '_'")

    def main(self, *, args):
        with NodeStrategy(args) as node:
            names = [name for name, types in get_service_names_and_types(
                node=node, include_hidden_services=args.include_hidden_services)
                if args.service_type in types]
        if args.count_services:
            print(len(names))
            return 0
        for name in names:
            print(name)
        return 0
