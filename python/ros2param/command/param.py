"""`ros2 param`."""
from ros2cli.command import GroupCommand


class ParamCommand(GroupCommand):
    """Look at parameters of nodes, and set them."""

    VERBS = "ros2param.verb"
