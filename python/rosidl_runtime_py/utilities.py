"""Classes of messages, services and actions by their names."""
from rosidl_parser.definition import NamespacedType

from .import_message import import_message_from_namespaced_type


def get_namespaced_type(identifier):
    """"pkg/msg/Name" as a NamespacedType. Raises ValueError if it has other parts."""
    parts = identifier.split("/")
    if len(parts) != 3 or not all(parts):
        raise ValueError(f"Expected the full name of an interface, got '{identifier}'")
    return NamespacedType(parts[:-1], parts[-1])


def _namespaced_type(identifier, folders, kind):
    """The same, where "pkg/Name" may stand for "pkg/<first of the folders>/Name"."""
    parts = identifier.split("/")
    if len(parts) == 2:
        parts.insert(1, folders[0])
    if len(parts) != 3 or not all(parts) or parts[1] not in folders:
        raise ValueError(f"Expected the full name of {kind}, got '{identifier}'")
    return NamespacedType(parts[:-1], parts[-1])


def get_message_namespaced_type(identifier):
    """The NamespacedType of a message; topics also have those of services and actions."""
    return _namespaced_type(identifier, ("msg", "srv", "action"), "a message")


def get_service_namespaced_type(identifier):
    """The NamespacedType of a service."""
    return _namespaced_type(identifier, ("srv",), "a service")


def get_action_namespaced_type(identifier):
    """The NamespacedType of an action."""
    return _namespaced_type(identifier, ("action",), "an action")


def get_interface(identifier):
    """The class of "pkg/msg/Name", "pkg/srv/Name" or "pkg/action/Name".

    This and the functions below raise ValueError for what is no such name, ModuleNotFoundError
    if there is no package, AttributeError if it has no such type.
    """
    return import_message_from_namespaced_type(get_namespaced_type(identifier))


def get_message(identifier):
    """The class of a message: "pkg/msg/Name", "pkg/Name", "pkg/srv/Name_Event" …"""
    interface = import_message_from_namespaced_type(get_message_namespaced_type(identifier))
    if not is_message(interface):
        raise ValueError(f"Expected the full name of a message, got '{identifier}'")
    return interface


def get_service(identifier):
    """The class of a service: "pkg/srv/Name" or "pkg/Name"."""
    interface = import_message_from_namespaced_type(get_service_namespaced_type(identifier))
    if not is_service(interface):
        raise ValueError(f"Expected the full name of a service, got '{identifier}'")
    return interface


def get_action(identifier):
    """The class of an action: "pkg/action/Name" or "pkg/Name"."""
    interface = import_message_from_namespaced_type(get_action_namespaced_type(identifier))
    if not is_action(interface):
        raise ValueError(f"Expected the full name of an action, got '{identifier}'")
    return interface


def is_message(interface):
    """Whether it is a class of messages, or a message."""
    return hasattr(interface, "get_fields_and_field_types")


def is_service(interface):
    """Whether it is a class of a service."""
    return hasattr(interface, "Request") and hasattr(interface, "Response")


def is_action(interface):
    """Whether it is a class of an action."""
    return all(hasattr(interface, part) for part in ("Goal", "Result", "Feedback"))
