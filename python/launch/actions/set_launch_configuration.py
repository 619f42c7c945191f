"""A launch configuration that is set."""
from launch.action import Action
from launch.frontend.expose import expose_action
from launch.utilities import normalize_to_list_of_substitutions, perform_substitutions


@expose_action("let")
class SetLaunchConfiguration(Action):
    """Sets a launch configuration."""

    def __init__(self, name, value, **kwargs):
        super().__init__(**kwargs)
        self.__name = normalize_to_list_of_substitutions(name)
        self.__value = normalize_to_list_of_substitutions(value)

    @classmethod
    def parse(cls, entity, parser):
        _, kwargs = super().parse(entity, parser)
        kwargs["name"] = parser.parse_substitution(entity.get_attr("name"))
        kwargs["value"] = parser.parse_substitution(entity.get_attr("value"))
        return cls, kwargs

    @property
    def name(self):
        return self.__name

    @property
    def value(self):
        return self.__value

    def execute(self, context):
        context.launch_configurations[perform_substitutions(context, self.name)] = \
            perform_substitutions(context, self.value)
