"""The environment, as it was kept."""
from launch.action import Action


class PopEnvironment(Action):
    """Makes the environment what it was at the last PushEnvironment."""

    def execute(self, context):
        context._pop_environment()
