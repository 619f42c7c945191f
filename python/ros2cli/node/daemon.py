"""There is no daemon: each command joins the graph itself."""
from ros2cli.node.graph_node import GraphNode
from ros2cli.node.strategy import add_arguments

__all__ = ["DaemonNode", "add_arguments", "is_daemon_running", "shutdown_daemon", "spawn_daemon"]


class DaemonNode(GraphNode):
    """Answers about the graph, as a daemon would."""

    connected = True

    @property
    def methods(self):
        return [name for name in dir(self) if name.startswith(("get_", "count_"))]

    def __enter__(self):
        return self

    def __exit__(self, exc_type, exc_value, traceback):
        import rclpy
        rclpy.try_shutdown()


def is_daemon_running(args):
    """Say that none runs."""
    return False


def spawn_daemon(args, timeout=None, debug=False):
    """Start nothing. @return True: what a daemon would do works."""
    return True


def shutdown_daemon(args, timeout=None):
    """Stop nothing. @return True: none runs."""
    return True
