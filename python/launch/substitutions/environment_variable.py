"""A variable of the environment."""
from launch.frontend.expose import expose_substitution
from launch.substitution import Substitution
from launch.substitutions.arguments import check_count, text_of
from launch.substitutions.substitution_failure import SubstitutionFailure
from launch.utilities import normalize_to_list_of_substitutions


@expose_substitution("env")
class EnvironmentVariable(Substitution):
    """Gives an environment variable, or its default."""

    def __init__(self, name, *, default_value=None):
        self.__name = normalize_to_list_of_substitutions(name)
        self.__default_value = None
        if default_value is not None:
            self.__default_value = normalize_to_list_of_substitutions(default_value)

    @classmethod
    def parse(cls, data):
        check_count("env", data, 1, 2)
        return cls, dict(zip(("name", "default_value"), data))

    @property
    def name(self):
        return self.__name

    @property
    def default_value(self):
        return self.__default_value

    def describe(self):
        from launch.launch_introspector import format_substitutions
        return f"EnvVar({format_substitutions(self.name)})"

    def perform(self, context):
        name = text_of(context, self.name)
        value = context.environment.get(name)
        if value is not None:
            return value
        if self.default_value is None:
            raise SubstitutionFailure(f"environment variable '{name}' does not exist")
        return text_of(context, self.default_value)
