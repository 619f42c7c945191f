"""A launch configuration that is set."""
from launch.actions.named_value import NamedValue
from launch.frontend.expose import expose_action
from launch.utilities import perform_substitutions


@expose_action("let")
class SetLaunchConfiguration(NamedValue):
    """Sets a launch configuration."""

    def execute(self, context):
        context.launch_configurations[perform_substitutions(context, self.name)] = \
            perform_substitutions(context, self.value)
