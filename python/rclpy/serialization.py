"""Messages as the bytes that travel, with the four bytes that say how they are written."""
from rclpy import _rclpy_pybind11 as _rclpy
from rclpy.type_support import check_for_type_support


def serialize_message(message):
    """Give the bytes of a message."""
    message_type = type(message)
    check_for_type_support(message_type)
    return _rclpy.rclpy_serialize(message, message_type)


def deserialize_message(serialized_message, message_type):
    """Give the message that the bytes are; RMWError if they are none of that type."""
    check_for_type_support(message_type)
    return _rclpy.rclpy_deserialize(serialized_message, message_type)
