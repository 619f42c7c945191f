"""A parameter that SetParameter has set."""
from launch.frontend.expose import expose_substitution
from launch.substitution import Substitution
from launch.substitutions.arguments import check_count, text_of
from launch.substitutions.substitution_failure import SubstitutionFailure
from launch.utilities import normalize_to_list_of_substitutions


@expose_substitution("param")
class Parameter(Substitution):
    """Gives the value that SetParameter set, or the default."""

    def __init__(self, name, *, default=None):
        self.__name = normalize_to_list_of_substitutions(name)
        self.__default = None if default is None else \
            normalize_to_list_of_substitutions(default)

    @classmethod
    def parse(cls, data):
        check_count("param", data, 1, 2)
        return cls, dict(zip(("name", "default"), data))

    @property
    def name(self):
        return self.__name

    @property
    def default(self):
        return self.__default

    def describe(self):
        from launch.launch_introspector import format_substitutions
        return f"Parameter({format_substitutions(self.name)})"

    def perform(self, context):
        name = text_of(context, self.name)
        for one in reversed(context.launch_configurations.get("global_params", [])):
            if isinstance(one, tuple) and one[0] == name:
                return str(one[1])
        if self.__default is None:
            raise SubstitutionFailure(
                f"parameter '{name}' does not exist: set it by SetParameter before")
        return text_of(context, self.__default)
