"""`ros2 daemon start`."""
from ros2cli.verb.daemon import VerbExtension


class StartVerb(VerbExtension):
    """Start the daemon, of which there is none."""

    def add_arguments(self, parser, cli_name):
        parser.add_argument("-d", "--debug", action="store_true", help="accepted")
