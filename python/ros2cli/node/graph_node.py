"""Asks the graph, and is no node: nobody sees it."""
import os

from rclpy.impl.node_graph import NodeGraph

# A participant on Fast DDS that does not hear what it is asked tells its nodes with its next
# heartbeat, three seconds later. Only what is known to be there is waited for so long.
SETTLE_LIMIT_S = 4.0


def _warn_of_no_discovery():
    """Say so if the environment lets nobody be found."""
    import sys
    if os.environ.get("ROS_AUTOMATIC_DISCOVERY_RANGE") == "OFF" and not os.environ.get(
            "ROS_STATIC_PEERS"):
        print("WARNING: ROS_AUTOMATIC_DISCOVERY_RANGE is OFF and ROS_STATIC_PEERS is empty, so no "
              "other process is found. Set the range to LOCALHOST or SUBNET, or name peers.",
              file=sys.stderr)


def join(args, signals=False):
    """
    Join the domain with the default context, and give the context.

    :param signals: SIGINT and SIGTERM end what spins.
    """
    import rclpy
    from rclpy.signals import install_signal_handlers
    from ros2cli.errors import Refused
    context = rclpy.get_default_context()
    if not context.ok():
        _warn_of_no_discovery()
        try:
            context.init([], ends_soon=True)
        except RuntimeError as error:
            raise Refused(str(error)) from error
    if signals:
        install_signal_handlers()
    return context


def settle(context, args):
    """Wait once until the graph has settled; for --spin-time seconds, if they are given."""
    if getattr(context, "_has_settled", False):
        return
    context._has_settled = True
    from rclpy import _rclpy_pybind11 as _rclpy
    spin_time = getattr(args, "spin_time", None)
    if spin_time is None:
        _rclpy.graph_settle(context.handle, SETTLE_LIMIT_S)
    else:
        import time
        time.sleep(spin_time)


class GraphNode(NodeGraph):
    """
    What NodeStrategy asks about the graph, once it has settled.

    It has the functions of a node that ask the graph, and no endpoints.
    """

    def __init__(self, args):
        self.context = join(args)
        settle(self.context, args)

    @property
    def handle(self):
        return self.context.handle

    def resolve_topic_name(self, topic, *, only_expand=False):
        return self._expanded(topic)

    def resolve_service_name(self, service, *, only_expand=False):
        return self._expanded(service)

    @staticmethod
    def _expanded(name):
        from rclpy.expand_topic_name import expand_topic_name
        from rclpy.validate_full_topic_name import validate_full_topic_name
        full = expand_topic_name(name, "_ros2cli", "/")
        validate_full_topic_name(full)
        return full

    def _count(self, name, is_service, kind):
        full = self._expanded(name)
        return sum(one[0] == kind for one in self._endpoints(full))

    def get_action_names_and_types(self):
        from rclpy.action.graph import get_action_names_and_types
        return get_action_names_and_types(self)

    def get_action_server_names_and_types_by_node(self, node_name, node_namespace):
        from rclpy.action.graph import get_action_server_names_and_types_by_node
        return get_action_server_names_and_types_by_node(self, node_name, node_namespace)

    def get_action_client_names_and_types_by_node(self, node_name, node_namespace):
        from rclpy.action.graph import get_action_client_names_and_types_by_node
        return get_action_client_names_and_types_by_node(self, node_name, node_namespace)
