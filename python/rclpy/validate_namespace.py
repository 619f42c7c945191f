"""Whether a name may be a namespace."""
from rclpy import _rclpy_pybind11 as _rclpy
from rclpy.exceptions import InvalidNamespaceException


def validate_namespace(namespace):
    """Give True, or raise InvalidNamespaceException."""
    fault = _rclpy.rclpy_get_validation_error_for_namespace(namespace)
    if fault is None:
        return True
    raise InvalidNamespaceException(namespace, *fault)
