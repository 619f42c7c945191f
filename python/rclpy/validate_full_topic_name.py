"""Whether a full name may be a topic's or a service's."""
from rclpy import _rclpy_pybind11 as _rclpy
from rclpy.exceptions import InvalidServiceNameException, InvalidTopicNameException


def validate_full_topic_name(name, *, is_service=False):
    """Give True, or raise InvalidTopicNameException or InvalidServiceNameException."""
    fault = _rclpy.rclpy_get_validation_error_for_full_topic_name(name)
    if fault is None:
        return True
    kind = InvalidServiceNameException if is_service else InvalidTopicNameException
    raise kind(name, *fault)
