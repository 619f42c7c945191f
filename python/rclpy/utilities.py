"""What concerns the process: its default context, its arguments."""
import os
import sys
import threading

from rclpy import _rclpy_pybind11 as _rclpy
from rclpy.constants import S_TO_NS
from rclpy.impl.reexports import reexports

__getattr__ = reexports(__name__)

_default_context = None
_default_context_lock = threading.Lock()


def get_default_context(*, shutting_down=False):
    """Give the default context; it is made when first asked for."""
    global _default_context
    with _default_context_lock:
        if _default_context is None:
            from rclpy.context import Context
            _default_context = Context()
        context = _default_context
        if shutting_down:
            _default_context = None
    return context


def remove_ros_args(args=None):
    """Give the arguments (None: those of the process) without what is ROS's."""
    return _rclpy.rclpy_remove_ros_args(list(sys.argv if args is None else args))


def ok(*, context=None):
    return (get_default_context() if context is None else context).ok()


def shutdown(*, context=None):
    _of(context).shutdown()


def try_shutdown(*, context=None):
    """End the context, unless it has not begun; one that a signal ended is the default no more."""
    context = get_default_context() if context is None else context
    if context.handle is not None:
        _of(context).try_shutdown()


def _of(context):
    """Give the context; the default one is the default no more."""
    if context is None or context is _default_context:
        return get_default_context(shutting_down=True)
    return context


def require_valid(context, failed):
    """Raise RCLError if the context has ended; `failed` says what was tried."""
    if context.handle is not None:
        context.handle.require_valid(failed)


def get_rmw_implementation_identifier():
    return os.environ.get("RMW_IMPLEMENTATION") or "rmw_cyclonedds_cpp"


def get_available_rmw_implementations():
    return {"rmw_cyclonedds_cpp"}


def timeout_sec_to_nsec(timeout_sec):
    """Give nanoseconds; -1, for ever, for None, negative ones and more than 64 bits hold."""
    if timeout_sec is None or timeout_sec < 0:
        return -1
    nanoseconds = float(timeout_sec) * S_TO_NS
    return -1 if nanoseconds >= 2 ** 63 else int(nanoseconds)
