"""`ros2 multicast send`."""
from ros2multicast.api import add_group_argument, add_port_argument, send, ttl
from ros2multicast.verb import VerbExtension


class SendVerb(VerbExtension):
    """Send a datagram to a multicast group."""

    def add_arguments(self, parser, cli_name):
        add_group_argument(parser)
        add_port_argument(parser)
        parser.add_argument("--ttl", type=ttl, help="over how many routers it may go")

    def main(self, *, args):
        print("Sending one UDP multicast datagram...")
        try:
            send(b"Hello World!", group=args.group, port=args.port, ttl=args.ttl)
        except (OSError, OverflowError) as error:
            return f"Cannot send to group {args.group}, port {args.port}: {error}"
        return 0
