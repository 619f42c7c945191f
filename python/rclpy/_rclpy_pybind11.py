"""The inner module, under the name that public packages know it by.

What lies in it is the native module `_ranvier`; the names that users of ROS 2's own are seen
to import are there.
"""
from _ranvier import *  # noqa: F401,F403
import _ranvier as _native

# `import *` leaves out nothing that has no underscore in front; these are for who looks.
Context = _native.Context
InvalidHandle = _native.InvalidHandle
RCLError = _native.RCLError
NotImplementedError = NotImplementedError  # noqa: A001,PLW0127

RCL_DEFAULT_DOMAIN_ID = 2 ** 64 - 1


def __getattr__(name):
    """Give what is made when it is asked for: few ask."""
    if name in ("WaitSet", "rmw_qos_profile_t", "rclpy_remap_topic_name"):
        from rclpy.impl import inner_names
        return getattr(inner_names, name)
    raise AttributeError(f"module 'rclpy._rclpy_pybind11' has no attribute '{name}'")
