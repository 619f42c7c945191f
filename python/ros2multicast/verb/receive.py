"""`ros2 multicast receive`."""
from ros2multicast.api import add_group_argument, add_port_argument, receive
from ros2multicast.verb import VerbExtension


class ReceiveVerb(VerbExtension):
    """Wait for a datagram to a multicast group."""

    def add_arguments(self, parser, cli_name):
        add_group_argument(parser)
        add_port_argument(parser)

    def main(self, *, args):
        try:
            print("Waiting for UDP multicast datagram...")
            data, (host, port) = receive(group=args.group, port=args.port)
        except KeyboardInterrupt:
            return 0
        except (OSError, OverflowError) as error:
            return f"Cannot receive from group {args.group}, port {args.port}: {error}"
        print(f"Received from {host}:{port}: '{data.decode('utf-8', 'replace')}'")
        return 0
