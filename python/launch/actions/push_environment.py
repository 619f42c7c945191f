"""The environment, kept for later."""
from launch.action import Action


class PushEnvironment(Action):
    """Keeps the environment, for the next PopEnvironment."""

    def execute(self, context):
        context._push_environment()
