"""What the graph knows of nodes."""
from collections import namedtuple

from ros2cli.helpers import is_hidden
from ros2cli.node.strategy import NodeStrategy

HIDDEN_NODE_PREFIX = "_"
INFO_NONUNIQUE_WARNING_TEMPLATE = (
    'There are {num_nodes} nodes in the graph with the exact name "{node_name}". '
    "You are seeing information about only one of them.")

NodeName = namedtuple("NodeName", ("name", "namespace", "full_name"))
TopicInfo = namedtuple("TopicInfo", ("name", "types"))


def get_absolute_node_name(node_name):
    """Give the name with a slash in front; None for none."""
    if not node_name:
        return None
    return node_name if node_name.startswith("/") else f"/{node_name}"


def parse_node_name(node_name):
    """Give the NodeName of a full name."""
    full_name = get_absolute_node_name(node_name)
    namespace, _, name = full_name.rpartition("/")
    return NodeName(name, namespace or "/", full_name)


def get_node_names(*, node, include_hidden_nodes=False):
    """Give the NodeName of each node of the graph."""
    names = [NodeName(name, namespace, f"{namespace.rstrip('/')}/{name}")
             for name, namespace in node.get_node_names_and_namespaces()]
    return [one for one in names if include_hidden_nodes or is_shown(one.name)]


def is_shown(name):
    """Whether a node is shown by its own name; its namespace does not count."""
    return bool(name) and not is_hidden(name)


def wait_for_node(node, node_name, include_hidden_nodes=False, timeout=1.0):
    """Wait until the graph shows the node; False after `timeout` seconds."""
    from ros2cli.helpers import wait_for
    wanted = get_absolute_node_name(node_name)

    def there():
        return any(one.full_name == wanted for one in get_node_names(
            node=node, include_hidden_nodes=include_hidden_nodes))

    return wait_for(there, timeout, period=0.02)


def get_topics(remote_node_name, func, *, include_hidden_topics=False):
    """Give what `func` knows of a node, as TopicInfos."""
    remote = parse_node_name(remote_node_name)
    return [TopicInfo(name, types) for name, types in func(remote.name, remote.namespace)
            if include_hidden_topics or not is_hidden(name)]


def get_subscriber_info(*, node, remote_node_name, include_hidden=False):
    return get_topics(remote_node_name, node.get_subscriber_names_and_types_by_node,
                      include_hidden_topics=include_hidden)


def get_publisher_info(*, node, remote_node_name, include_hidden=False):
    return get_topics(remote_node_name, node.get_publisher_names_and_types_by_node,
                      include_hidden_topics=include_hidden)


def get_service_client_info(*, node, remote_node_name, include_hidden=False):
    return get_topics(remote_node_name, node.get_client_names_and_types_by_node,
                      include_hidden_topics=include_hidden)


def get_service_server_info(*, node, remote_node_name, include_hidden=False):
    return get_topics(remote_node_name, node.get_service_names_and_types_by_node,
                      include_hidden_topics=include_hidden)


def get_action_server_info(*, node, remote_node_name, include_hidden=False):
    from rclpy.action import graph
    return get_topics(
        remote_node_name,
        lambda *name: graph.get_action_server_names_and_types_by_node(node, *name),
        include_hidden_topics=include_hidden)


def get_action_client_info(*, node, remote_node_name, include_hidden=False):
    from rclpy.action import graph
    return get_topics(
        remote_node_name,
        lambda *name: graph.get_action_client_names_and_types_by_node(node, *name),
        include_hidden_topics=include_hidden)


def has_duplicates(values):
    """Whether a value is there twice."""
    values = list(values)
    return len(set(values)) < len(values)


class NodeNameCompleter:
    """Completes names of nodes."""

    def __init__(self, *, include_hidden_nodes_key=None):
        self.include_hidden_nodes_key = include_hidden_nodes_key

    def __call__(self, prefix, parsed_args, **kwargs):
        hidden = getattr(parsed_args, self.include_hidden_nodes_key or "", False)
        with NodeStrategy(parsed_args) as node:
            return [one.full_name
                    for one in get_node_names(node=node, include_hidden_nodes=hidden)]
