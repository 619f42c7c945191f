"""Clocks: what time it is, who is notified when it jumps, and sleeping by it."""
from enum import IntEnum

from rclpy._rclpy_pybind11 import Clock as ClockHandle
from rclpy.clock_type import ClockType
from rclpy.duration import Duration
from rclpy.exceptions import NotInitializedException
from rclpy.impl.reexports import reexports
from rclpy.time import Time
from rclpy.utilities import get_default_context

__getattr__ = reexports(__name__)

__all__ = ["Clock", "ClockChange", "ClockHandle", "ClockType", "JumpHandle", "JumpThreshold",
           "ROSClock", "TimeJump"]

TimeJumpDictionary = dict
JumpHandlePreCallbackType = object


class ClockChange(IntEnum):
    """How the source of a clock's time changed."""

    ROS_TIME_NO_CHANGE = 1
    ROS_TIME_ACTIVATED = 2
    ROS_TIME_DEACTIVATED = 3
    SYSTEM_TIME_NO_CHANGE = 4


class JumpThreshold:
    """Which jumps somebody wants to hear of."""

    def __init__(self, *, min_forward, min_backward, on_clock_change=True):
        if min_forward is not None and min_forward.nanoseconds <= 0:
            raise ValueError("min_forward must be a positive non-zero duration")
        if min_backward is not None and min_backward.nanoseconds >= 0:
            raise ValueError("min_backward must be a negative non-zero duration")
        if min_forward is None and min_backward is None and not on_clock_change:
            raise ValueError(
                "At least one jump threshold must be enabled")
        self.min_forward = min_forward
        self.min_backward = min_backward
        self.on_clock_change = on_clock_change


class TimeJump:
    """One jump of a clock."""

    def __init__(self, clock_change, delta):
        if not isinstance(clock_change, ClockChange):
            raise TypeError("clock_change must be an instance of rclpy.clock.ClockChange")
        self._clock_change = clock_change
        self._delta = delta

    @property
    def clock_change(self):
        return self._clock_change

    @property
    def delta(self):
        return self._delta


class JumpHandle:
    """Keeps jump callbacks in force until unregister()."""

    def __init__(self, *, clock, threshold, pre_callback, post_callback):
        if pre_callback is None and post_callback is None:
            raise ValueError("One of pre_callback or post_callback must be callable")
        if pre_callback is not None and not callable(pre_callback):
            raise ValueError("pre_callback must be callable if given")
        if post_callback is not None and not callable(post_callback):
            raise ValueError("post_callback must be callable if given")
        self._clock = clock
        self._pre_callback = pre_callback
        self._post_callback = post_callback
        forward, backward = threshold.min_forward, threshold.min_backward
        with clock.handle as handle:
            self._handle = handle.add_jump_callback(
                threshold.on_clock_change, forward.nanoseconds if forward else 0,
                backward.nanoseconds if backward else 0, self._told)

    def _told(self, before, change, delta):
        if before:
            if self._pre_callback is not None:
                self._pre_callback()
        elif self._post_callback is not None:
            self._post_callback(TimeJump(ClockChange(change), Duration(nanoseconds=delta)))

    def unregister(self):
        """Hear of no more jumps."""
        if self._clock is not None:
            self._handle.destroy_when_not_in_use()
            self._clock = None

    def __enter__(self):
        return self

    def __exit__(self, exc_type, exc_value, traceback):
        self.unregister()


class Clock:
    """A clock of some kind; one of ROS time is a ROSClock."""

    def __new__(cls, *, clock_type=ClockType.SYSTEM_TIME):
        if not isinstance(clock_type, ClockType):
            raise TypeError("Clock type must be a ClockType enum")
        if clock_type is ClockType.ROS_TIME and not issubclass(cls, ROSClock):
            cls = ROSClock
        self = super().__new__(cls)
        self._clock_type = clock_type
        self._handle = ClockHandle(int(clock_type))
        return self

    @property
    def clock_type(self):
        return self._clock_type

    @property
    def handle(self):
        return self._handle

    def __repr__(self):
        return f"Clock(clock_type={self._clock_type.name})"

    def now(self):
        return Time(nanoseconds=self._handle.now(), clock_type=self._clock_type)

    def create_jump_callback(self, threshold, *, pre_callback=None, post_callback=None):
        """Call the functions before and after each jump that passes the threshold."""
        return JumpHandle(clock=self, threshold=threshold, pre_callback=pre_callback,
                          post_callback=post_callback)

    def sleep_until(self, until, context=None):
        """Sleep until the clock reaches `until`; False if something else ended the sleep."""
        context = get_default_context() if context is None else context
        if not context.ok():
            raise NotInitializedException()
        if until.clock_type != self._clock_type:
            raise ValueError("until's clock type does not match this clock's type")
        return self._handle.sleep_until(until.nanoseconds, context.handle)

    def sleep_for(self, rel_time, context=None):
        return self.sleep_until(self.now() + rel_time, context)


class ROSClock(Clock):
    """The time of the system, or what somebody says that it is (use_sim_time)."""

    def __new__(cls, *, clock_type=ClockType.ROS_TIME):
        return super().__new__(cls, clock_type=ClockType.ROS_TIME)

    @property
    def ros_time_is_active(self):
        return self._handle.get_ros_time_override_is_enabled()

    def _set_ros_time_is_active(self, enabled):
        self._handle.set_ros_time_override_is_enabled(enabled)

    def set_ros_time_override(self, time):
        if not isinstance(time, Time):
            raise TypeError("Time must be specified as rclpy.time.Time. Received type: "
                            f"{type(time)}")
        self._handle.set_ros_time_override(time.nanoseconds)
