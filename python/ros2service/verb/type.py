"""`ros2 service type`."""
from ros2cli.node.strategy import NodeStrategy, add_arguments
from ros2service.api import ServiceNameCompleter
from ros2service.verb import VerbExtension


class TypeVerb(VerbExtension):
    """Print the types of a service."""

    def add_arguments(self, parser, cli_name):
        add_arguments(parser)
        argument = parser.add_argument("service_name", help="the service: '/add_two_ints'")
        argument.completer = ServiceNameCompleter(
            include_hidden_services_key="include_hidden_services")

    def main(self, *, args):
        with NodeStrategy(args) as node:
            types = dict(node.get_service_names_and_types()).get(args.service_name, [])
        for name in types:
            print(name)
        return 0 if types else 1
