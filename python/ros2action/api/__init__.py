"""What the graph knows of actions."""
from ros2cli.node.strategy import NodeStrategy


def get_action_names_and_types(*, node):
    """Give each action with its types."""
    from rclpy.action.graph import get_action_names_and_types as get
    return get(node)


def get_action_names(*, node):
    """Give the name of each action."""
    return [name for name, _ in get_action_names_and_types(node=node)]


def get_action_clients_and_servers(*, node, action_name):
    """Give two lists of full names of nodes, each with the types that it has of the action."""
    from rclpy.action import graph
    from rclpy.expand_topic_name import expand_topic_name
    full_action = expand_topic_name(action_name, "_ros2cli", "/")
    clients, servers = [], []
    for name, space in sorted(set(node.get_node_names_and_namespaces())):
        full = f"{space.rstrip('/')}/{name}"
        for found, get in ((clients, graph.get_action_client_names_and_types_by_node),
                           (servers, graph.get_action_server_names_and_types_by_node)):
            types = dict(get(node, name, space)).get(full_action)
            if types:
                found.append((full, types))
    return clients, servers


def action_class(type_name):
    """Give the class that a user named; RuntimeError if there is none."""
    from rosidl_runtime_py.utilities import get_action
    try:
        return get_action(type_name)
    except (AttributeError, ModuleNotFoundError, ValueError) as error:
        raise RuntimeError("The passed action type is invalid") from error


def action_name_completer(prefix, parsed_args, **kwargs):
    """Complete names of actions."""
    with NodeStrategy(parsed_args) as node:
        return get_action_names(node=node)


def action_type_completer(**kwargs):
    """Complete types of actions that are installed."""
    from rosidl_runtime_py import get_action_interfaces
    return [f"{package}/{name}" for package, names in sorted(get_action_interfaces().items())
            for name in names]


class ActionTypeCompleter:
    """Completes the type of the action that is named, or any."""

    def __init__(self, *, action_name_key=None):
        self.action_name_key = action_name_key

    def __call__(self, prefix, parsed_args, **kwargs):
        if self.action_name_key is None:
            return action_type_completer()
        with NodeStrategy(parsed_args) as node:
            types = dict(get_action_names_and_types(node=node)).get(
                getattr(parsed_args, self.action_name_key), [])
        return types or action_type_completer()


class ActionGoalPrototypeCompleter:
    """Completes the values of a goal of the type that is named."""

    def __init__(self, *, action_type_key=None):
        self.action_type_key = action_type_key

    def __call__(self, prefix, parsed_args, **kwargs):
        from ros2interface.api import interface_to_yaml
        return [interface_to_yaml(getattr(parsed_args, self.action_type_key))]
