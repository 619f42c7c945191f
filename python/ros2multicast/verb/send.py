"""`ros2 multicast send`."""
from ros2multicast.api import add_group_argument, add_port_argument, checked_ttl, send
from ros2multicast.verb import VerbExtension


class SendVerb(VerbExtension):
    """Send a datagram to a multicast group."""

    def add_arguments(self, parser, cli_name):
        add_group_argument(parser)
        add_port_argument(parser)
        parser.add_argument("--ttl", type=_ttl, help="over how many routers it may go")

    def main(self, *, args):
        print("Sending one UDP multicast datagram...")
        try:
            send(b"Hello World!", group=args.group, port=args.port, ttl=args.ttl)
        except (OSError, OverflowError) as error:
            return f"Cannot send to group {args.group}, port {args.port}: {error}"
        return 0


def _ttl(string):
    from ros2topic.api import positive_int
    return checked_ttl(positive_int(string))
