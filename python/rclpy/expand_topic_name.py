"""Full names from short ones."""
from rclpy import _rclpy_pybind11 as _rclpy
from rclpy.exceptions import NameValidationException
from rclpy.validate_namespace import validate_namespace
from rclpy.validate_node_name import validate_node_name
from rclpy.validate_topic_name import validate_topic_name


def expand_topic_name(topic_name, node_name, node_namespace):
    """Give the full name that a topic's name stands for in a node; raise if one is bad."""
    try:
        validate_node_name(node_name)
        validate_namespace(node_namespace)
    except NameValidationException as error:
        raise ValueError(
            f"{error.name_type} '{error.name}' is invalid: {error.error_msg}") from error
    validate_topic_name(topic_name)
    return _rclpy.rclpy_expand_topic_name(topic_name, node_name, node_namespace)
