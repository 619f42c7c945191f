"""A variable of the environment that is taken away."""
from launch.action import Action
from launch.frontend.expose import expose_action
from launch.utilities import normalize_to_list_of_substitutions, perform_substitutions


@expose_action("unset_env")
class UnsetEnvironmentVariable(Action):
    """Takes an environment variable away, if it is there."""

    def __init__(self, name, **kwargs):
        super().__init__(**kwargs)
        self.__name = normalize_to_list_of_substitutions(name)

    @classmethod
    def parse(cls, entity, parser):
        _, kwargs = super().parse(entity, parser)
        kwargs["name"] = parser.parse_substitution(entity.get_attr("name"))
        return cls, kwargs

    @property
    def name(self):
        return self.__name

    def execute(self, context):
        context.environment.pop(perform_substitutions(context, self.name), None)
