"""What packages add to each node."""
import functools

from launch.entry_points import entry_points

EXTENSION_POINT = "launch_ros.node_action"


class NodeActionExtension:
    """Base of an extension; a package names its class by an entry point of its group."""

    NAME = None
    EXTENSION_POINT_VERSION = "0.1"

    def __init__(self):
        from launch_ros.utilities.plugin_support import satisfies_version
        satisfies_version(self.EXTENSION_POINT_VERSION, "^0.1")

    def prepare_for_execute(self, context, ros_specific_arguments, node_action):
        """Give (more arguments, dict) for a node that is about to be executed."""
        return [], ros_specific_arguments


@functools.lru_cache(maxsize=None)
def extensions():
    """Give name -> object; they are looked up once in a process."""
    found = {}
    for entry_point in entry_points(EXTENSION_POINT):
        try:
            extension = entry_point.load()()
        except Exception as error:  # a package of users may raise anything
            import launch.logging
            launch.logging.get_logger("launch_ros").warning(
                f"Failed to load node action extension '{entry_point.name}': {error}")
            continue
        extension.NAME = entry_point.name
        found[entry_point.name] = extension
    return dict(sorted(found.items()))
