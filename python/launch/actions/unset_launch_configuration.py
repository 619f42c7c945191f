"""A launch configuration that is taken away."""
from launch.action import Action
from launch.utilities import normalize_to_list_of_substitutions, perform_substitutions


class UnsetLaunchConfiguration(Action):
    """Takes a launch configuration away, if it is there."""

    def __init__(self, name, **kwargs):
        super().__init__(**kwargs)
        self.__name = normalize_to_list_of_substitutions(name)

    @property
    def name(self):
        return self.__name

    def execute(self, context):
        context.launch_configurations.pop(perform_substitutions(context, self.name), None)
