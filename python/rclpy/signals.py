"""SIGINT and SIGTERM end all contexts of the process."""
from enum import IntEnum

from rclpy import _rclpy_pybind11 as _rclpy


class SignalHandlerOptions(IntEnum):
    """Which signals have our handlers."""

    NO = 0
    SIGINT = 1
    SIGTERM = 2
    ALL = 3


def install_signal_handlers(options=SignalHandlerOptions.ALL):
    """Install handlers; those that were there before are called too."""
    _rclpy.install_signal_handlers(int(options))


def get_current_signal_handlers_options():
    return SignalHandlerOptions(_rclpy.get_current_signal_handlers_options())


def uninstall_signal_handlers():
    _rclpy.uninstall_signal_handlers()


def __getattr__(name):
    if name == "SignalHandlerGuardCondition":
        from rclpy.guard_condition import SignalHandlerGuardCondition
        return SignalHandlerGuardCondition
    raise AttributeError(f"module 'rclpy.signals' has no attribute '{name}'")
