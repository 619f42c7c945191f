"""`ros2 action`."""
from ros2cli.command import GroupCommand


class ActionCommand(GroupCommand):
    """Look at actions, and send goals."""

    VERBS = "ros2action.verb"
