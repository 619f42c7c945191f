"""A node of the command's own, for verbs that publish, subscribe or call."""
import os

from ros2cli.node import NODE_NAME_PREFIX


class DirectNode:
    """A node that is there in a with-block; it has all that `node` has."""

    def __init__(self, args, *, node_name=None):
        from ros2cli.node.graph_node import join, settle  # not for who only asks for help
        self._args = args
        self._context = join(args, signals=True)
        from rclpy.node import Node
        from rclpy.parameter import Parameter
        overrides = []
        if getattr(args, "use_sim_time", False):
            overrides.append(Parameter("use_sim_time", value=True))
        self.node = Node(node_name or f"{NODE_NAME_PREFIX}_{os.getpid()}",
                         start_parameter_services=False, parameter_overrides=overrides)
        settle(self._context, args)

    def __enter__(self):
        return self

    def __getattr__(self, name):
        return getattr(self.__dict__["node"], name)

    def __exit__(self, exc_type, exc_value, traceback):
        import rclpy
        from ros2cli.spin import raise_end_of
        was_ok = self.node.context.ok()
        self.node.destroy_node()
        rclpy.try_shutdown()
        raise_end_of(was_ok, exc_value)


def add_arguments(parser):
    """Give a parser the options of a verb that has a node."""
    parser.add_argument(
        "--spin-time", type=float, default=None, metavar="SPIN_TIME",
        help="listen to discovery for so many seconds; otherwise until the graph has settled")
    parser.add_argument("-s", "--use-sim-time", action="store_true", help="use the time of /clock")
