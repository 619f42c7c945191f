"""`ros2 daemon`."""
from ros2cli.command import GroupCommand


class DaemonCommand(GroupCommand):
    """Say that there is no daemon."""

    VERBS = "ros2cli.daemon.verb"
