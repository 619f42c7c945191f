"""`ros2 bag`."""
from ros2cli.command import GroupCommand


class BagCommand(GroupCommand):
    """Record topics into bags, play them, and look into them."""

    VERBS = "ros2bag.verb"
