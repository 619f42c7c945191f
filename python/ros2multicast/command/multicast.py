"""`ros2 multicast`."""
from ros2cli.command import GroupCommand


class MulticastCommand(GroupCommand):
    """Send and receive a datagram to many."""

    VERBS = "ros2multicast.verb"
