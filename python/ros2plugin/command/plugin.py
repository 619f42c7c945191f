"""`ros2 plugin`."""
from ros2cli.command import GroupCommand


class PluginCommand(GroupCommand):
    """Look at the plugins that packages have."""

    VERBS = "ros2plugin.verb"
