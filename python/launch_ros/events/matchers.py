"""Functions that choose nodes."""
from launch_ros.utilities.namespace_utils import make_namespace_absolute


def matches_node_name(node_name):
    """Give a function that is true for the action of the node of this full name."""
    full_name = make_namespace_absolute(node_name)
    return lambda action: getattr(action, "node_name", None) == full_name
