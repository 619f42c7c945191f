"""The actions of the graph, which are known by their feedback topics."""
from rclpy.impl.reexports import reexports

__getattr__ = reexports(__name__)
_FEEDBACK = "/_action/feedback"
_TYPE = "_FeedbackMessage"


def _actions(topics):
    found = []
    for name, types in topics:
        if name.endswith(_FEEDBACK):
            found.append((name[:-len(_FEEDBACK)],
                          [one[:-len(_TYPE)] for one in types if one.endswith(_TYPE)]))
    return found


def get_action_client_names_and_types_by_node(node, remote_node_name, remote_node_namespace):
    """Give the names and the types of the actions that a node is a client of."""
    return _actions(node.get_subscriber_names_and_types_by_node(
        remote_node_name, remote_node_namespace))


def get_action_server_names_and_types_by_node(node, remote_node_name, remote_node_namespace):
    """Give the names and the types of the actions that a node serves."""
    return _actions(node.get_publisher_names_and_types_by_node(
        remote_node_name, remote_node_namespace))


def get_action_names_and_types(node):
    """Give the names and the types of all actions."""
    return _actions(node.get_topic_names_and_types())
