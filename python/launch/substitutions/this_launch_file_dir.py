"""The folder of this launch file."""
from launch.frontend.expose import expose_substitution
from launch.substitutions.arguments import check_count
from launch.substitutions.path_substitution import PathSubstitution
from launch.substitutions.substitution_failure import SubstitutionFailure


@expose_substitution("dirname")
class ThisLaunchFileDir(PathSubstitution):
    """Gives its absolute path."""

    def __init__(self):
        super().__init__(self)

    @classmethod
    def parse(cls, data):
        check_count("dirname", data, 0, 0)
        return cls, {}

    def describe(self):
        return "ThisLaunchFileDir()"

    def perform(self, context):
        path = context.get_locals_as_dict().get(
            "current_launch_file_directory")
        if path is None:
            raise SubstitutionFailure(
                "ThisLaunchFileDir used outside of a launch file: the description was made by "
                "a script")
        return path
