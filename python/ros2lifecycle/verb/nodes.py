"""`ros2 lifecycle nodes`."""
from ros2lifecycle.api import get_node_names
from ros2lifecycle.verb import VerbExtension
from ros2node.verb.list import ListVerb


class NodesVerb(ListVerb, VerbExtension):
    """List managed nodes."""

    get_node_names = staticmethod(get_node_names)

    @staticmethod
    def warn_of(names):
        """Say nothing: as in ROS 2, only `ros2 node list` does."""
