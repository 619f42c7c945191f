"""Launch configurations, kept for later."""
from launch.action import Action


class PushLaunchConfigurations(Action):
    """Keeps the launch configurations, for the next PopLaunchConfigurations."""

    def execute(self, context):
        context._push_launch_configurations()
