"""A launch configuration."""
import collections.abc

from launch.frontend.expose import expose_substitution
from launch.substitution import Substitution
from launch.substitutions.arguments import check_count, text_of
from launch.substitutions.substitution_failure import SubstitutionFailure
from launch.utilities import normalize_to_list_of_substitutions


@expose_substitution("var")
class LaunchConfiguration(Substitution):
    """Gives a launch configuration, such as an argument, or its default."""

    def __init__(self, variable_name, *, default=None):
        self.__variable_name = normalize_to_list_of_substitutions(variable_name)
        self.__default = None
        if default is not None:
            items = default if isinstance(default, collections.abc.Iterable) and \
                not isinstance(default, str) else [default]
            self.__default = normalize_to_list_of_substitutions(
                [item if isinstance(item, Substitution) else str(item) for item in items])

    @classmethod
    def parse(cls, data):
        check_count("var", data, 1, 2)
        return cls, dict(zip(("variable_name", "default"), data))

    @property
    def variable_name(self):
        return self.__variable_name

    def describe(self):
        from launch.launch_introspector import format_substitutions
        return f"LaunchConfig({format_substitutions(self.variable_name)})"

    def perform(self, context):
        name = text_of(context, self.variable_name)
        if name in context.launch_configurations:
            return context.launch_configurations[name]
        if self.__default is None:
            raise SubstitutionFailure(f"launch configuration '{name}' does not exist")
        return text_of(context, self.__default)
