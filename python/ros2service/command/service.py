"""`ros2 service`."""
from ros2cli.command import GroupCommand


class ServiceCommand(GroupCommand):
    """Look at services, and call them."""

    VERBS = "ros2service.verb"

    def add_arguments(self, parser, cli_name, *, argv=None):
        parser.add_argument("--include-hidden-services", action="store_true",
                            help="also those of which a part begins with '_'")
        super().add_arguments(parser, cli_name, argv=argv)
