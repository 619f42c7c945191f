"""Launch configurations, as they were kept."""
from launch.action import Action


class PopLaunchConfigurations(Action):
    """Makes the launch configurations what they were at the last PushLaunchConfigurations."""

    def execute(self, context):
        context._pop_launch_configurations()
