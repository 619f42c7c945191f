"""A variable of the environment that is set."""
from launch.actions.named_value import NamedValue
from launch.frontend.expose import expose_action
from launch.utilities import perform_substitutions


@expose_action("set_env")
class SetEnvironmentVariable(NamedValue):
    """Sets an environment variable, for what is started afterwards."""

    def execute(self, context):
        context.environment[perform_substitutions(context, self.name)] = \
            perform_substitutions(context, self.value)
