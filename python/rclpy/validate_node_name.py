"""Whether a name may be a node's."""
from rclpy import _rclpy_pybind11 as _rclpy
from rclpy.exceptions import InvalidNodeNameException


def validate_node_name(node_name):
    """Give True, or raise InvalidNodeNameException."""
    fault = _rclpy.rclpy_get_validation_error_for_node_name(node_name)
    if fault is None:
        return True
    raise InvalidNodeNameException(node_name, *fault)
