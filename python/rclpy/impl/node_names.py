"""Names of nodes, and of what they have."""
from rclpy.exceptions import InvalidServiceNameException, InvalidTopicNameException
from rclpy.validate_namespace import validate_namespace
from rclpy.validate_node_name import validate_node_name


def absolute(namespace):
    return namespace if namespace.startswith("/") else "/" + namespace


def check_node(name, namespace):
    """Raise if one is invalid."""
    validate_node_name(name)
    validate_namespace(namespace)


def resolve(handle, name, is_service, only_expand):
    """Give the full name; raise if it is invalid."""
    fault = handle.fault_of(name)
    if fault is None:
        return handle.resolve_name(name, is_service, only_expand)
    bad, rule, index = fault
    if not rule:
        raise ValueError(f"topic name '{bad}' is invalid: unknown substitution: "
                         f"{bad[index:].split('}')[0]}" + "}")
    raise (InvalidServiceNameException if is_service else InvalidTopicNameException)(
        bad, rule, index)


def full(namespace, name):
    """Give the full name of a node."""
    return namespace + name if namespace.endswith("/") else f"{namespace}/{name}"
