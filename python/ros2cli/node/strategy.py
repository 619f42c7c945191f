"""What verbs ask about the graph."""
from ros2cli.node.direct import add_arguments as add_direct_arguments


class NodeStrategy:
    """
    Answers what a node can be asked, once the graph has settled.

    The graph is asked without a node. A node is made when something is used that takes one.
    """

    def __init__(self, args, *, node_name=None):
        from ros2cli.node.graph_node import GraphNode  # not for who only asks for help
        self._args = args
        self._node_name = node_name
        self._graph = GraphNode(args)
        self._direct = None

    def __enter__(self):
        return self

    @property
    def daemon_node(self):
        """What answers about the graph: there is no daemon."""
        return self._graph

    @property
    def direct_node(self):
        """A node of its own."""
        if self._direct is None:
            from ros2cli.node.direct import DirectNode
            self._direct = DirectNode(self._args, node_name=self._node_name)
        return self._direct

    def __getattr__(self, name):
        graph = self.__dict__["_graph"]
        if hasattr(graph, name):
            return getattr(graph, name)
        return getattr(self.direct_node, name)

    def __exit__(self, exc_type, exc_value, traceback):
        import rclpy
        from ros2cli.spin import raise_end_of
        if self._direct is not None:
            return self._direct.__exit__(exc_type, exc_value, traceback)
        was_ok = rclpy.ok()
        rclpy.try_shutdown()
        raise_end_of(was_ok, exc_value)


def add_arguments(parser):
    """Give a parser the options of a verb that asks about the graph."""
    add_direct_arguments(parser)
    parser.add_argument("--no-daemon", action="store_true",
                        help="accepted; there is no daemon in any case")
