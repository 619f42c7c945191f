"""What nodes stand on: arguments, routes, and their common end."""
import sys
import threading
import weakref
from contextlib import contextmanager

from rclpy import _rclpy_pybind11 as _rclpy
from rclpy.impl.reexports import reexports

__getattr__ = reexports(__name__)


class Context:
    """Begins with init() and ends with shutdown(), or by a signal."""

    def __init__(self):
        self._lock = threading.RLock()
        self._callbacks = []
        self._handle = None

    @property
    def handle(self):
        return self._handle

    def init(self, args=None, *, initialize_logging=True, domain_id=None, ends_soon=False):
        """
        Read the arguments (None: those of the process) and join the domain.

        :param ends_soon: this is there for a moment: its end need not wait long until peers have
            acknowledged what was sent.
        """
        if domain_id is not None and domain_id < 0:
            raise RuntimeError(
                f"Domain id ({domain_id}) should not be lower than zero.")
        with self._lock:
            if self._handle is not None:
                raise RuntimeError("Context.init() must only be called once")
            self._handle = _rclpy.Context(
                [str(arg) for arg in (sys.argv if args is None else args)], domain_id,
                initialize_logging, ends_soon)

    def ok(self):
        handle = self._handle
        return handle is not None and handle.ok()

    def _call_on_shutdown_callbacks(self):
        """Call all; then raise what the first one raised that did."""
        with self._lock:
            callbacks, self._callbacks = self._callbacks, []
        raised = None
        for reference in callbacks:
            callback = reference()
            if callback is not None:
                try:
                    callback()
                except Exception as error:
                    raised = raised or error
        if raised is not None:
            raise raised

    def shutdown(self):
        """End it; an error if it has ended, or has not begun."""
        with self._lock:
            if self._handle is None:
                raise RuntimeError("Context must be initialized before it can be shutdown")
            self._handle.shutdown()
        self._call_on_shutdown_callbacks()

    def try_shutdown(self):
        """End it, unless it has ended or has not begun."""
        with self._lock:
            if not self.ok():
                return
            try:
                self._handle.shutdown()
            except _rclpy.RCLError:
                if self.ok():
                    raise
                return  # a signal was first
        self._call_on_shutdown_callbacks()

    def _remove_callback(self, reference):
        if reference in self._callbacks:  # they are not, while they are called
            self._callbacks.remove(reference)

    def on_shutdown(self, callback):
        """Have it called at the end; a bound method does not keep its object."""
        if not callable(callback):
            raise TypeError("callback should be a callable, got {}", type(callback))
        with self._lock:
            if self._handle is not None and not self._handle.ok():
                late = True
            else:
                late = False
                if hasattr(callback, "__self__"):
                    self._callbacks.append(weakref.WeakMethod(callback, self._remove_callback))
                else:
                    self._callbacks.append(lambda: callback)
        if late:
            callback()

    @contextmanager
    def _telling_of_end(self, wake):
        """While this lasts, call `wake` if the context ends, by whatever; at once if it has."""
        end = _rclpy.ContextEnd(self._handle, wake)
        try:
            yield
        finally:
            end.destroy_when_not_in_use()

    def get_domain_id(self):
        if self._handle is None:
            raise RuntimeError("Context must be initialized before it has a domain id")
        return self._handle.get_domain_id()

    def destroy(self):
        if self._handle is not None:
            self._handle.destroy_when_not_in_use()

    def __enter__(self):
        if self._handle is None:
            self.init()
        return self

    def __exit__(self, exc_type, exc_value, traceback):
        self.try_shutdown()
