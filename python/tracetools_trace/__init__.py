"""Tracing sessions from Python; `ros2 trace` is made of it.

Names as of ROS 2's package of this name: trace.init(), fini(), cleanup(), and the
lists of tools.names. user_event() is ours: an event of a program's own.
"""
from .user import user_event

__all__ = ["user_event"]
