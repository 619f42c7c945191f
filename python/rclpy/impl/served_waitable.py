"""Runs a waitable of a user where its node is spun."""
import contextlib
import weakref

from rclpy import _rclpy_pybind11 as _rclpy
from rclpy.impl.inner_names import WaitSet


class _Handles(WaitSet):
    """Only notes what a waitable waits for."""

    def _add(self, kind, handle):
        self._handles[kind].append(handle)
        return len(self._handles[kind]) - 1

    def all(self):
        return [handle for handles in self._handles.values() for handle in handles]


class ServedWaitable:
    """Looks at the waitable when one of its handles may have become ready."""

    def __init__(self, waitable, node):
        self._waitable = waitable
        self._node = weakref.ref(node)
        self._context = node.context
        self._guard = _rclpy.GuardCondition(waitable.callback_group._strand, self._look)
        self._listened = []

    def attach(self, executor):
        handles = _Handles(0, 0, 0, 0, 0, 0, self._context.handle)
        self._waitable.add_to_wait_set(handles)
        self._listened = handles.all()
        for handle in self._listened:
            _rclpy.listen(handle, self._guard)
        self._guard.trigger_guard_condition()

    def detach(self):
        for handle in self._listened:
            with contextlib.suppress(_rclpy.InvalidHandle):  # it has ended, and tells nobody
                _rclpy.listen_no_more(handle, self._guard)
        self._listened = []

    def _look(self):
        waitable = self._waitable
        if not self._context.ok():
            return
        with WaitSet(0, 0, 0, 0, 0, 0, self._context.handle) as wait_set:
            waitable.add_to_wait_set(wait_set)
            wait_set.wait(0)
            if not waitable.is_ready(wait_set):
                return
        self._guard.trigger_guard_condition()  # more may be ready
        data = waitable.take_data()
        executor = self._node().executor
        executor._start(waitable.execute(data), waitable.callback_group)
