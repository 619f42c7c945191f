"""One message of a topic, without a callback."""
from rclpy import _rclpy_pybind11 as _rclpy
from rclpy.callback_groups import ReentrantCallbackGroup
from rclpy.impl.reexports import reexports
from rclpy.signals import SignalHandlerGuardCondition
from rclpy.utilities import timeout_sec_to_nsec

__getattr__ = reexports(__name__)


class _Apart(ReentrantCallbackGroup):
    """Of what an executor that has the node does not run."""

    _runs_with_node = False


def wait_for_message(msg_type, node, topic, *, qos_profile=1, time_to_wait=-1):
    """
    Wait for the next message of a topic, whether somebody spins the node or not.

    :param time_to_wait: in seconds; for ever if it is negative.
    :return: (True, the message), or (False, None) if the time is over or the context ends.
    """
    context = node.context
    wait_set = _rclpy.WaitSet(1, 1, 0, 0, 0, 0, context.handle)
    sub = node.create_subscription(msg_type, topic, lambda _: None, qos_profile=qos_profile,
                                   callback_group=_Apart())
    sigint_gc = SignalHandlerGuardCondition(context=context)
    try:
        with wait_set, sub.handle as handle, \
                context._telling_of_end(sigint_gc.trigger):
            index = wait_set.add_subscription(handle)
            signal_index = wait_set.add_guard_condition(sigint_gc.handle)
            wait_set.wait(timeout_sec_to_nsec(time_to_wait))
            if wait_set.is_ready("guard_condition", signal_index):
                return False, None
            if wait_set.is_ready("subscription", index):
                taken = handle.take_message(msg_type, sub.raw)
                if taken is not None:
                    return True, taken[0]
    finally:
        node.destroy_subscription(sub)
    return False, None
