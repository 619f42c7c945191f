"""
The client library of ROS 2 for Python, over the core of Ranvier.

    import rclpy

    rclpy.init()
    node = rclpy.create_node("talker")
    rclpy.spin(node)
"""
import atexit

from rclpy import _rclpy_pybind11 as _rclpy
from rclpy.context import Context
from rclpy.signals import (
    SignalHandlerOptions, install_signal_handlers, uninstall_signal_handlers)
from rclpy.task import Future
from rclpy.utilities import (
    get_default_context, get_rmw_implementation_identifier, ok, try_shutdown)
from rclpy.utilities import shutdown as _shutdown

__all__ = ["Context", "Future", "Parameter", "SignalHandlerOptions", "create_node",
           "get_default_context", "get_global_executor", "get_rmw_implementation_identifier",
           "init", "ok", "shutdown", "spin", "spin_once", "spin_until_future_complete",
           "try_shutdown"]

# Those that programs use without importing them.
_MODULES = ("action", "callback_groups", "client", "clock", "duration", "event_handler",
            "exceptions", "executors", "lifecycle", "logging", "node", "parameter", "publisher",
            "qos", "serialization", "service", "subscription", "time", "timer")
_global_executor = None
atexit.register(_rclpy.end_at_exit)


def __getattr__(name):
    """Give what takes time to import when it is asked for."""
    if name == "Parameter":
        from rclpy.parameter import Parameter
        return Parameter
    if name in _MODULES:
        import importlib
        return importlib.import_module(f"rclpy.{name}")
    raise AttributeError(f"module 'rclpy' has no attribute '{name}'")


def init(*, args=None, context=None, domain_id=None, signal_handler_options=None):
    """
    Begin a context.

    :param args: the command line; None: that of the process.
    :param context: None: the default one.
    :param domain_id: None: as ROS_DOMAIN_ID says.
    :param signal_handler_options: which signals end contexts; None: SIGINT and SIGTERM for the
        default context, none for another.
    """
    of_default = context is None
    context = get_default_context() if of_default else context
    if signal_handler_options is None:
        signal_handler_options = (
            SignalHandlerOptions.ALL if of_default else SignalHandlerOptions.NO)
    context.init(args, domain_id=domain_id)
    if signal_handler_options != SignalHandlerOptions.NO:
        install_signal_handlers(signal_handler_options)


def get_global_executor():
    """Give the executor that spin() and its like use when none is given."""
    global _global_executor
    if _global_executor is None:
        from rclpy.executors import SingleThreadedExecutor
        _global_executor = SingleThreadedExecutor()
        get_default_context().on_shutdown(_forget_global_executor)
    return _global_executor


def _forget_global_executor():
    global _global_executor
    executor, _global_executor = _global_executor, None
    if executor is not None:
        executor.shutdown()


def shutdown(*, context=None, uninstall_handlers=None):
    """End a context (None: the default one), and then our handlers of signals."""
    _shutdown(context=context)
    if uninstall_handlers or (uninstall_handlers is None and context is None):
        uninstall_signal_handlers()


def create_node(node_name, **kwargs):
    """Make a node, with the arguments of rclpy.node.Node."""
    from rclpy.node import Node
    return Node(node_name, **kwargs)


def spin_once(node, *, executor=None, timeout_sec=None):
    """Wait for a callback of the node, or of the executor's others, and run it."""
    executor = get_global_executor() if executor is None else executor
    with executor._having(node):
        executor.spin_once(timeout_sec=timeout_sec)


def spin(node, executor=None):
    """Run callbacks of the node until the context ends."""
    executor = get_global_executor() if executor is None else executor
    with executor._having(node):
        executor.spin()


def spin_until_future_complete(node, future, executor=None, timeout_sec=None):
    """Run callbacks of the node until the future is done, or the time is over."""
    executor = get_global_executor() if executor is None else executor
    with executor._having(node):
        executor.spin_until_future_complete(future, timeout_sec)
