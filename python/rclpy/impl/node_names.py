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


class NodeNames:
    """The part of Node that has a name, and makes full names of those of its endpoints."""

    def get_name(self):
        with self.handle:
            return self.handle.get_node_name()

    def get_namespace(self):
        with self.handle:
            return self.handle.get_namespace()

    def get_fully_qualified_name(self):
        with self.handle:
            return self.handle.get_fully_qualified_name()

    def resolve_topic_name(self, topic, *, only_expand=False):
        """Give the full name of a topic, after remapping."""
        with self.handle:
            return resolve(self.handle, topic, False, only_expand)

    def resolve_service_name(self, service, *, only_expand=False):
        """Give the full name of a service, after remapping."""
        with self.handle:
            return resolve(self.handle, service, True, only_expand)

    def _validate_topic_or_service_name(self, topic_or_service_name, *, is_service=False):
        resolve(self.handle, topic_or_service_name, is_service, True)
