"""`ros2 pkg`."""
from ros2cli.command import GroupCommand


class PkgCommand(GroupCommand):
    """Look at packages, and create them."""

    VERBS = "ros2pkg.verb"
