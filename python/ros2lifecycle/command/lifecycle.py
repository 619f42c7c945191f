"""`ros2 lifecycle`."""
from ros2cli.command import GroupCommand


class LifecycleCommand(GroupCommand):
    """Look at managed nodes, and change their states."""

    VERBS = "ros2lifecycle.verb"
