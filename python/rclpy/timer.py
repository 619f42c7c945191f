"""Timers, and rates that sleep by them."""
import threading
from contextlib import ExitStack

from rclpy import _rclpy_pybind11 as _rclpy
from rclpy.exceptions import InvalidHandle, ROSInterruptException
from rclpy.impl.ends import End
from rclpy.impl.entity import Entity
from rclpy.impl.reexports import reexports
from rclpy.utilities import get_default_context, require_valid

__getattr__ = reexports(__name__)


class Timer(Entity):
    """Has its callback called each period. Node.create_timer() makes one."""

    _list = "_timers"

    def __init__(self, callback, callback_group, timer_period_ns, clock, *, context=None,
                 autostart=True):
        self._context = get_default_context() if context is None else context
        require_valid(self._context, "failed to create timer: ")
        self._clock = clock
        self.callback = callback
        self.callback_group = callback_group
        self._executor_event = False
        self._end = End()
        with self._clock.handle:
            self.__timer = _rclpy.Timer(
                self._clock.handle, callback_group._strand, int(timer_period_ns),
                callback, autostart)

    def _of_node(self, node):
        super()._of_node(node)
        with node.handle:
            self.__timer.link_node(node.handle)

    @property
    def handle(self):
        return self.__timer

    def destroy(self):
        """End it."""
        self._leave_node()
        self.__timer.destroy_when_not_in_use()
        self._end.come()

    @property
    def clock(self):
        return self._clock

    @property
    def timer_period_ns(self):
        with self.__timer:
            return self.__timer.get_timer_period()

    @timer_period_ns.setter
    def timer_period_ns(self, value):
        with self.__timer:
            self.__timer.change_timer_period(int(value))

    def is_ready(self):
        with self.__timer:
            return self.__timer.is_timer_ready()

    def is_canceled(self):
        with self.__timer:
            return self.__timer.is_timer_canceled()

    def cancel(self):
        with self.__timer:
            self.__timer.cancel_timer()

    def reset(self):
        with self.__timer:
            self.__timer.reset_timer()

    def time_since_last_call(self):
        with self.__timer:
            return self.__timer.time_since_last_call()

    def time_until_next_call(self):
        """Give nanoseconds; None if it is canceled."""
        with self.__timer:
            return self.__timer.time_until_next_call()

    def __enter__(self):
        return self

    def __exit__(self, exc_type, exc_value, traceback):
        self.destroy()


class Rate:
    """Sleeps until a timer is due, while another thread spins."""

    def __init__(self, timer, *, context):
        self._clock = timer.clock
        self._timer = timer
        self._event = threading.Event()
        timer.callback = self._event.set
        self._lock = threading.Lock()
        self._num_sleepers = 0
        self._is_destroyed = False
        self._context = context

    def destroy(self):
        """End all sleeps, and the timer."""
        self._is_destroyed = True
        self._event.set()
        self._timer.destroy()

    def __del__(self):
        if hasattr(self, "_is_destroyed"):
            self.destroy()

    def _check(self):
        if not self._context.ok():
            raise ROSInterruptException()
        if self._is_destroyed:
            raise RuntimeError("Rate cannot sleep because it has been destroyed")
        if self._timer.handle.destroyed:
            self.destroy()
            raise InvalidHandle("Rate cannot sleep because its timer has been destroyed")

    def sleep(self):
        """
        Sleep until the timer is due.

        Raises ROSInterruptException if the context ends, RuntimeError if this is destroyed, and
        InvalidHandle if its timer is, as with its node; ShutdownException in a callback whose
        executor, which is to run the timer, is shut down.
        """
        self._check()
        executor = self._timer._executor_here()
        with self._lock:
            self._num_sleepers += 1
        try:
            with ExitStack() as told:
                told.enter_context(self._context._telling_of_end(self._event.set))
                told.enter_context(self._timer._end.telling(self._event.set))
                if executor is not None:
                    told.enter_context(executor._ended.telling(self._event.set))
                self._event.wait()
        finally:
            with self._lock:
                self._num_sleepers -= 1
                if self._num_sleepers == 0 and not self._is_destroyed:
                    self._event.clear()
        self._check()
        if executor is not None and executor._ended.has_come:
            from rclpy.executors import ShutdownException
            raise ShutdownException("the executor that runs the timer of a Rate was shut down")
