"""`ros2 security`."""
from ros2cli.command import GroupCommand


class SecurityCommand(GroupCommand):
    """Make keystores, enclaves and permissions, and look after them."""

    VERBS = "ros2security.verb"
