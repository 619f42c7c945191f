"""Whether a name may be a parameter's."""
from rclpy.exceptions import InvalidParameterException


def validate_parameter_name(name):
    """Give True, or raise InvalidParameterException."""
    if not name:
        raise InvalidParameterException(name)
    return True
