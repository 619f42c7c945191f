"""Whether classes are those of messages and services, and their packages are there."""
from rclpy.exceptions import NoTypeSupportImportedException


def check_for_type_support(msg_or_srv_type):
    """Load what the class stands for; raise if it is no such class, or cannot be loaded."""
    try:
        type_support = type(msg_or_srv_type)._TYPE_SUPPORT
        if type_support is None:
            type(msg_or_srv_type).__import_type_support__()
    except AttributeError as error:
        error.args = (
            error.args[0] + " This might be a ROS 1 message type but it should be a ROS 2 "
            "message type. Make sure to source your ROS 2 workspace after your ROS 1 workspace.",
            *error.args[1:])
        raise
    if type(msg_or_srv_type)._TYPE_SUPPORT is None:
        raise NoTypeSupportImportedException()


def check_is_valid_msg_type(msg_type):
    """Raise unless it is a class of messages."""
    check_for_type_support(msg_type)
    if not hasattr(msg_type, "get_fields_and_field_types"):
        raise RuntimeError(
            f"The message type provided is not valid ({msg_type}), this might be a service or "
            "action")


def check_is_valid_srv_type(srv_type):
    """Raise unless it is a class of services."""
    check_for_type_support(srv_type)
    if not all(hasattr(srv_type, part) for part in ("Request", "Response", "Event")):
        raise RuntimeError(
            f"The service type provided is not valid ({srv_type}), this might be a message or "
            "action")
