"""`ros2 component`."""
from ros2cli.command import GroupCommand


class ComponentCommand(GroupCommand):
    """Look at containers, and load components into them."""

    VERBS = "ros2component.verb"
