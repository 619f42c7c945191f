"""`ros2 node`."""
from ros2cli.command import GroupCommand


class NodeCommand(GroupCommand):
    """Look at nodes."""

    VERBS = "ros2node.verb"
