"""Loggers, and the filters that a call of one may ask for."""
import os
import sys
from collections import namedtuple

from rclpy import _rclpy_pybind11 as _rclpy
from rclpy.clock import Clock
from rclpy.clock_type import ClockType
from rclpy.impl.logging_severity import LoggingSeverity

_HERE = os.path.normcase(__file__)


def _find_caller():
    """Give the frame that logs, the first one outside of this file."""
    frame = sys._getframe(1)
    while frame is not None and os.path.normcase(frame.f_code.co_filename) == _HERE:
        frame = frame.f_back
    return frame


class CallerId(namedtuple(
        "CallerId", ["function_name", "file_path", "line_number", "last_index"])):
    """Names the place in the source that logs."""

    def __new__(cls, frame=None):
        frame = _find_caller() if frame is None else frame
        return super().__new__(
            cls, frame.f_code.co_name, os.path.abspath(frame.f_code.co_filename),
            frame.f_lineno, frame.f_lasti)


class LoggingFilter:
    """Decides whether a line at one place is logged; its state is the place's."""

    params = {}

    def initialize_context(self, context, **kwargs):
        """Put the parameters of the call into the state; raise if one has no value."""
        for name, default in self.params.items():
            value = kwargs.get(name, default)
            if value is None:
                raise TypeError(f"Required parameter '{name}' was not specified for filter "
                                f"'{type(self).__name__}'")
            context[name] = value

    @staticmethod
    def should_log(context):
        raise NotImplementedError


class Once(LoggingFilter):
    """The first line alone."""

    params = {"once": None}

    def initialize_context(self, context, **kwargs):
        super().initialize_context(context, **kwargs)
        context["has_been_logged_once"] = False

    @staticmethod
    def should_log(context):
        logged, context["has_been_logged_once"] = context["has_been_logged_once"], True
        return not logged


class Throttle(LoggingFilter):
    """At most one line in a time, by a clock."""

    params = {"throttle_duration_sec": None, "throttle_time_source_type": None}

    def initialize_context(self, context, **kwargs):
        if kwargs.get("throttle_time_source_type") is None:
            kwargs["throttle_time_source_type"] = Clock(clock_type=ClockType.STEADY_TIME)
        super().initialize_context(context, **kwargs)
        if not isinstance(context["throttle_time_source_type"], Clock):
            raise ValueError(
                f"Received throttle_time_source_type of '{context['throttle_time_source_type']}' "
                "is not a clock instance")
        context["throttle_last_logged"] = None

    @staticmethod
    def should_log(context):
        now = context["throttle_time_source_type"].now().nanoseconds
        last = context["throttle_last_logged"]
        if last is not None and now < last + context["throttle_duration_sec"] * 1e9:
            return False
        context["throttle_last_logged"] = now
        return True


class SkipFirst(LoggingFilter):
    """All but the first line."""

    params = {"skip_first": None}

    def initialize_context(self, context, **kwargs):
        super().initialize_context(context, **kwargs)
        context["first_has_been_skipped"] = False

    @staticmethod
    def should_log(context):
        skipped, context["first_has_been_skipped"] = context["first_has_been_skipped"], True
        return skipped


# In the order in which they are asked.
supported_filters = {"throttle": Throttle(), "skip_first": SkipFirst(), "once": Once()}


def get_filters_from_kwargs(**kwargs):
    """Give the names of the filters that the parameters are for; TypeError for others."""
    wanted = []
    known = []
    for name, a_filter in supported_filters.items():
        known += a_filter.params
        if any(kwargs.get(parameter) for parameter in a_filter.params):
            wanted.append(name)
    for parameter in kwargs:
        if parameter not in known:
            raise TypeError(f'parameter "{parameter}" is not one of the recognized logging '
                            f'options "{known}"')
    for name in wanted:
        for parameter in supported_filters[name].params:
            if parameter not in kwargs and parameter != "throttle_time_source_type":
                raise TypeError(f'required parameter "{parameter}" not specified but is required '
                                f'for the the logging filter "{name}"')
    return wanted


class RcutilsLogger:
    """A logger: a name, whose level comes from the nearest name above that has one."""

    _UNSET = LoggingSeverity.UNSET

    def __init__(self, name=""):
        self.name = name
        self.contexts = {}

    def get_child(self, name):
        """Give the logger of a name below this one's."""
        if not name:
            raise ValueError("Child logger name must not be empty.")
        full = self.name + "." + name if self.name else name
        return RcutilsLogger(name=full)

    def set_level(self, level):
        return _rclpy.rclpy_logging_set_logger_level(self.name, int(LoggingSeverity(level)))

    def get_effective_level(self):
        return LoggingSeverity(_rclpy.rclpy_logging_get_logger_effective_level(self.name))

    def is_enabled_for(self, severity):
        return _rclpy.rclpy_logging_logger_is_enabled_for(
            self.name, int(LoggingSeverity(severity)))

    def log(self, message, severity, **kwargs):
        """
        Log a line; say whether it was logged.

        :param once, skip_first, throttle_duration_sec, throttle_time_source_type: filters of
            this place in the source, the same at each call.
        :param name: of another logger.
        """
        message = str(message)
        severity = LoggingSeverity(severity)
        name = kwargs.pop("name", self.name)
        if not kwargs:
            if not self.contexts:  # no place has filters
                return self._write(message, severity, name, None)
            wanted = []
        else:
            wanted = get_filters_from_kwargs(**kwargs)
        caller = CallerId()
        if not self._filters_let_through(caller, severity, name, wanted, kwargs):
            return False
        return self._write(message, severity, name, caller)

    def _filters_let_through(self, caller, severity, name, wanted, parameters):
        if not wanted and caller not in self.contexts:
            return True
        context = self.contexts.get(caller)
        if context is None:
            context = {"name": name, "severity": severity, "filters": wanted,
                       "parameters": parameters}
            for one in wanted:
                supported_filters[one].initialize_context(context, **parameters)
            self.contexts[caller] = context
        for what, now in (("name", name), ("severity", severity), ("filters", wanted)):
            if context[what] != now:
                plural = "cannot be changed between calls."
                raise ValueError(f"Logger {what} {plural}" if what != "filters" else
                                 f"Requested logging filters {plural}")
        if wanted and context["parameters"] != parameters:
            raise ValueError("Logging filter parameters cannot be changed between calls.")
        return all(supported_filters[one].should_log(context) for one in context["filters"])

    @staticmethod
    def _write(message, severity, name, caller):
        if not _rclpy.rclpy_logging_logger_is_enabled_for(name, int(severity)):
            return False
        caller = CallerId() if caller is None else caller
        _rclpy.rclpy_logging_rcutils_log(
            int(severity), name, message, caller.function_name, caller.file_path,
            caller.line_number)
        return True

    def debug(self, message, **kwargs):
        return self.log(message, LoggingSeverity.DEBUG, **kwargs)

    def info(self, message, **kwargs):
        return self.log(message, LoggingSeverity.INFO, **kwargs)

    def warning(self, message, **kwargs):
        return self.log(message, LoggingSeverity.WARN, **kwargs)

    def warn(self, message, **kwargs):
        return self.warning(message, **kwargs)

    def error(self, message, **kwargs):
        return self.log(message, LoggingSeverity.ERROR, **kwargs)

    def fatal(self, message, **kwargs):
        return self.log(message, LoggingSeverity.FATAL, **kwargs)
