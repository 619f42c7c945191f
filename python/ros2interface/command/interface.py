"""`ros2 interface`."""
from ros2cli.command import GroupCommand


class InterfaceCommand(GroupCommand):
    """Look at messages, services and actions."""

    VERBS = "ros2interface.verb"
