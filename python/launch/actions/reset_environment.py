"""The environment, as the launch found it."""
from launch.action import Action
from launch.frontend.expose import expose_action


@expose_action("reset_env")
class ResetEnvironment(Action):
    """Makes the environment what it was when the launch began."""

    @classmethod
    def parse(cls, entity, parser):
        _, kwargs = super().parse(entity, parser)
        return cls, kwargs

    def execute(self, context):
        context._reset_environment()
