"""The log folder of nodes."""
import os

from launch.action import Action
from launch.frontend import expose_action
from launch.utilities import normalize_to_list_of_substitutions, perform_substitutions


@expose_action("set_ros_log_dir")
class SetROSLogDir(Action):
    """Sets ROS_LOG_DIR for what follows; a relative folder is below the current log folder."""

    def __init__(self, new_log_dir, **kwargs):
        super().__init__(**kwargs)
        self.__log_dir = normalize_to_list_of_substitutions(new_log_dir)

    @classmethod
    def parse(cls, entity, parser):
        _, kwargs = super().parse(entity, parser)
        kwargs["new_log_dir"] = parser.parse_substitution(entity.get_attr("new_log_dir"))
        return cls, kwargs

    @property
    def log_dir(self):
        return self.__log_dir

    def execute(self, context):
        from launch.logging.config import _log_folder
        path = perform_substitutions(context, self.__log_dir)
        context.environment["ROS_LOG_DIR"] = os.path.join(_log_folder(), path)
