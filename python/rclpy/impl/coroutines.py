"""Callbacks that are coroutine functions."""
import weakref

from rclpy.task import is_coroutine_function


class CoroutineCallback:
    """Called by the native executor; drives the coroutine where the node is spun."""

    __slots__ = ("_callback", "_group", "_node")

    def __init__(self, callback, group, node):
        self._callback = callback
        self._group = group
        self._node = weakref.ref(node)

    @property
    def __wrapped__(self):
        return self._callback

    def __call__(self, *args):
        node = self._node()
        executor = None if node is None else node.executor
        if executor is not None:
            executor._start(self._callback(*args), self._group)


def native_callback(callback, group, node):
    """Give what the native part is to call for a user's callback."""
    if is_coroutine_function(callback):
        return CoroutineCallback(callback, group, node)
    return callback
