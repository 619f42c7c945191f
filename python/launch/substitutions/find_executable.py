"""Where a program is."""
from launch.frontend.expose import expose_substitution
from launch.substitution import Substitution
from launch.substitutions.arguments import check_count, text_of
from launch.substitutions.substitution_failure import SubstitutionFailure
from launch.utilities import normalize_to_list_of_substitutions


@expose_substitution("find-exec")
class FindExecutable(Substitution):
    """Gives the path of a program that PATH finds."""

    def __init__(self, *, name):
        self.__name = normalize_to_list_of_substitutions(name)

    @classmethod
    def parse(cls, data):
        check_count("find-exec", data, 1, 1)
        return cls, {"name": data[0]}

    @property
    def name(self):
        return self.__name

    def describe(self):
        from launch.launch_introspector import format_substitutions
        return f"FindExec({format_substitutions(self.name)})"

    def perform(self, context):
        name = text_of(context, self.name)
        import shutil
        found = shutil.which(name)
        if found is None:
            raise SubstitutionFailure(f"executable '{name}' not found on the PATH")
        return found
