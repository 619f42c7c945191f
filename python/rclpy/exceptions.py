"""What rclpy raises, beside the errors of its inner module."""
from rclpy._rclpy_pybind11 import InvalidHandle, TimerCancelledError

__all__ = ["InvalidHandle", "TimerCancelledError"]


class NotInitializedException(Exception):
    """The context was not initialized, or has ended."""

    def __init__(self, message=None):
        text = "rclpy.init() has not been called."
        super().__init__(text if message is None else f"{text} msg:{message}")


class NoTypeSupportImportedException(Exception):
    """The type is known, and its package has no library for it."""

    def __init__(self, *args):
        super().__init__("no type_support imported", *args)


class NameValidationException(Exception):
    """A name breaks a rule; says which, and where."""

    def __init__(self, name_type, name, error_msg, invalid_index):
        self.name_type = name_type
        self.name = name
        self.error_msg = error_msg
        self.invalid_index = invalid_index
        mark = " " * (invalid_index + 1) + "^"
        super().__init__(f"Invalid {name_type}: {error_msg}:\n  '{name}'\n  {mark}")


class InvalidNamespaceException(NameValidationException):
    def __init__(self, name, error_msg, invalid_index):
        super().__init__("namespace", name, error_msg, invalid_index)


class InvalidNodeNameException(NameValidationException):
    def __init__(self, name, error_msg, invalid_index):
        super().__init__("node name", name, error_msg, invalid_index)


class InvalidTopicNameException(NameValidationException):
    def __init__(self, name, error_msg, invalid_index):
        super().__init__("topic name", name, error_msg, invalid_index)


class InvalidServiceNameException(NameValidationException):
    def __init__(self, name, error_msg, invalid_index):
        super().__init__("service name", name, error_msg, invalid_index)


class ParameterException(Exception):
    """Something is wrong with parameters; `parameters` are their names."""

    def __init__(self, error_msg, parameters, *args):
        super().__init__(f"{error_msg}: {parameters}", *args)


class ParameterNotDeclaredException(ParameterException):
    def __init__(self, parameters, *args):
        super().__init__("Invalid access to undeclared parameter(s)", parameters, *args)


class ParameterAlreadyDeclaredException(ParameterException):
    def __init__(self, parameters, *args):
        super().__init__("Parameter(s) already declared", parameters, *args)


class InvalidParameterException(ParameterException):
    def __init__(self, parameter, *args):
        super().__init__("Invalid parameter name", parameter, *args)


class InvalidParameterTypeException(ParameterException):
    def __init__(self, desired_parameter, expected_type, *args):
        super().__init__(
            f"Trying to set parameter '{desired_parameter.name}' to '{desired_parameter.value}' "
            f"of type '{desired_parameter.type_.name}', expecting type '{expected_type}'",
            desired_parameter.name, *args)


class InvalidParameterValueException(ParameterException):
    def __init__(self, parameter, value, reason, *args):
        super().__init__(
            f"Invalid parameter value ({value}) for parameter. Reason: {reason}",
            parameter, *args)


class ParameterImmutableException(ParameterException):
    def __init__(self, parameter, *args):
        super().__init__("Attempted to modify read-only parameter", parameter, *args)


class ParameterUninitializedException(ParameterException):
    def __init__(self, parameter, *args):
        super().__init__(f"The parameter '{parameter}' is not initialized", parameter, *args)


class ROSInterruptException(Exception):
    """The context ended while something waited."""

    def __init__(self):
        super().__init__("rclpy.shutdown() has been called")
