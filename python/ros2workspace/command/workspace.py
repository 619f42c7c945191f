"""`ros2 workspace`."""
from ros2cli.command import GroupCommand


class WorkspaceCommand(GroupCommand):
    """Look at public stacks that were tried with this runtime."""

    VERBS = "ros2workspace.verb"
