"""`ros2 interface proto`."""
from ros2interface.api import interface_to_yaml, type_completer
from ros2interface.verb import VerbExtension


class ProtoVerb(VerbExtension):
    """Print an interface with its defaults, as YAML for `pub`, `call` and `send_goal`."""

    def add_arguments(self, parser, cli_name):
        argument = parser.add_argument("type", help="the interface: 'std_msgs/msg/String'")
        argument.completer = type_completer
        parser.add_argument("--no-quotes", action="store_true", help="without quotes around it")

    def main(self, *, args):
        text = interface_to_yaml(args.type)
        print(text if args.no_quotes else f'"{text}"')
        return 0
