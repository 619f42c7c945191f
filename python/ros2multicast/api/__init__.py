"""One datagram to a multicast group, and from it."""
import socket
import struct

DEFAULT_GROUP = "225.0.0.1"
DEFAULT_PORT = 49150
_MOST_BYTES = 4096


def add_group_argument(parser):
    parser.add_argument("--group", default=DEFAULT_GROUP,
                        help="the multicast group (default: %(default)s)")


def add_port_argument(parser):
    parser.add_argument("--port", type=int, default=DEFAULT_PORT,
                        help="the port (default: %(default)s)")


def checked_ttl(ttl):
    """Give over how many routers a datagram may go, for a parser; it is a byte."""
    import argparse
    if ttl > 255:
        raise argparse.ArgumentTypeError("value must be at most 255")
    return ttl


def send(data, *, group=DEFAULT_GROUP, port=DEFAULT_PORT, ttl=None):
    """Send bytes to a group. Raises OSError, as sockets do."""
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM, socket.IPPROTO_UDP) as sender:
        if ttl is not None:
            sender.setsockopt(socket.IPPROTO_IP, socket.IP_MULTICAST_TTL, ttl)
        sender.sendto(data, (group, port))


def receive(*, group=DEFAULT_GROUP, port=DEFAULT_PORT, timeout=None):
    """
    Wait for a datagram to a group. Raises OSError, as sockets do.

    :param timeout: seconds; None: for ever.
    :return: its bytes, and the address and port of who sent it.
    """
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM, socket.IPPROTO_UDP) as receiver:
        receiver.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        receiver.bind(("", port))
        receiver.settimeout(timeout)
        membership = struct.pack("4sl", socket.inet_aton(group), socket.INADDR_ANY)
        receiver.setsockopt(socket.IPPROTO_IP, socket.IP_ADD_MEMBERSHIP, membership)
        try:
            return receiver.recvfrom(_MOST_BYTES)
        finally:
            receiver.setsockopt(socket.IPPROTO_IP, socket.IP_DROP_MEMBERSHIP, membership)
