"""The log folder of this launch."""
from launch.frontend.expose import expose_substitution
from launch.substitution import Substitution
from launch.substitutions.arguments import check_count


@expose_substitution("launch_log_dir")
@expose_substitution("log_dir")
class LaunchLogDir(Substitution):
    """Gives the path of the log folder."""

    @classmethod
    def parse(cls, data):
        check_count("launch_log_dir", data, 0, 0)
        return cls, {}

    def describe(self):
        return "LaunchLogDir()"

    def perform(self, context):
        import launch.logging
        return launch.logging.launch_config.log_dir
