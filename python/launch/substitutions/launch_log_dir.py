"""The log folder of this launch."""
from launch.frontend.expose import expose_substitution
from launch.substitutions.arguments import check_count
from launch.substitutions.path_substitution import PathSubstitution


@expose_substitution("launch_log_dir")
@expose_substitution("log_dir")
class LaunchLogDir(PathSubstitution):
    """Gives the path of the log folder."""

    def __init__(self):
        super().__init__(self)

    @classmethod
    def parse(cls, data):
        check_count("launch_log_dir", data, 0, 0)
        return cls, {}

    def describe(self):
        return "LaunchLogDir()"

    def perform(self, context):
        import launch.logging
        return launch.logging.launch_config.log_dir
