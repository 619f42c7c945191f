"""The path of this launch file."""
from launch.frontend.expose import expose_substitution
from launch.substitution import Substitution
from launch.substitutions.arguments import check_count
from launch.substitutions.substitution_failure import SubstitutionFailure


@expose_substitution("filename")
class ThisLaunchFile(Substitution):
    """Gives its absolute path."""

    @classmethod
    def parse(cls, data):
        check_count("filename", data, 0, 0)
        return cls, {}

    def describe(self):
        return "ThisLaunchFile()"

    def perform(self, context):
        path = context.get_locals_as_dict().get("current_launch_file_path")
        if path is None:
            raise SubstitutionFailure(
                "ThisLaunchFile used outside of a launch file: the description was made by "
                "a script")
        return path
