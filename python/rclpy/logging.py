"""Loggers by name, and their levels."""
from rclpy import _rclpy_pybind11 as _rclpy
from rclpy.impl.logging_severity import LoggingSeverity
from rclpy.impl.rcutils_logger import RcutilsLogger

_root_logger = RcutilsLogger()


def get_logger(name):
    if not name:
        raise ValueError("Logger name must not be empty.")
    return _root_logger.get_child(name)


def initialize():
    """Do nothing: the log reads its environment at the first line."""


def shutdown():
    return _rclpy.rclpy_logging_shutdown()


def clear_config():
    """Forget all levels; the environment is read again."""
    shutdown()
    initialize()


def set_logger_level(name, level, detailed_error=False):
    return _rclpy.rclpy_logging_set_logger_level(name, int(LoggingSeverity(level)),
                                                 detailed_error)


def get_logger_effective_level(name):
    return LoggingSeverity(_rclpy.rclpy_logging_get_logger_effective_level(name))


def get_logger_level(name):
    return LoggingSeverity(_rclpy.rclpy_logging_get_logger_level(name))


def get_logging_severity_from_string(log_severity):
    try:
        return LoggingSeverity(_rclpy.rclpy_logging_severity_level_from_string(log_severity))
    except _rclpy.RCUtilsError as error:
        raise RuntimeError(str(error)) from None


def get_logging_directory():
    from pathlib import Path
    return Path(_rclpy.rclpy_logging_get_logging_directory())
