"""`ros2 service info`."""
from ros2cli.node.strategy import NodeStrategy, add_arguments
from ros2service.api import ServiceNameCompleter
from ros2service.verb import VerbExtension


class InfoVerb(VerbExtension):
    """Show how many serve and call a service."""

    def add_arguments(self, parser, cli_name):
        add_arguments(parser)
        argument = parser.add_argument("service_name", help="the service: '/add_two_ints'")
        argument.completer = ServiceNameCompleter(
            include_hidden_services_key="include_hidden_services")

    def main(self, *, args):
        with NodeStrategy(args) as node:
            types = dict(node.get_service_names_and_types()).get(args.service_name)
            if not types:
                return f"Unknown service '{args.service_name}'"
            clients = node.count_clients(args.service_name)
            services = node.count_services(args.service_name)
        print(f"Type: {types[0] if len(types) == 1 else types}")
        print(f"Clients count: {clients}")
        print(f"Services count: {services}")
        return 0
