"""Measuring a topic: what hz, bw and delay share.

Messages are counted in C++ by their bytes. Only what needs a message itself, a filter or the
time of a simulation, makes messages of them.
"""
import collections
import time

from ros2cli.spin import spin
from ros2topic.api import QUEUE_DEPTH, types_of_topic

PERIOD_S = 1.0
_UNITS = ((1000.0, "B", ".0f"), (1e6, "KB", ".2f"), (float("inf"), "MB", ".2f"))


def profile():
    """Give the QoS of what measures: it hears every publisher, and its queue holds a burst."""
    import copy

    from rclpy.qos import qos_profile_sensor_data
    long = copy.copy(qos_profile_sensor_data)
    long.depth = QUEUE_DEPTH
    return long


def class_when_published(node, topic_name):
    """Give the full name of a topic and its class; waits, with a warning, until it is there."""
    from ros2topic.api import get_msg_class
    topic, _ = types_of_topic(node, topic_name)
    return topic, get_msg_class(node, topic, blocking=True)


class Meter:
    """The arrivals of the last `window` messages: seconds, bytes, and seconds since the stamp."""

    def __init__(self, node, kind, topic, window):
        from rclpy import _rclpy_pybind11 as _rclpy
        self._meter = _rclpy.TopicMeter(
            node.handle, kind, topic, profile().get_c_qos_profile(),
            node.default_callback_group._strand, window)

    def arrivals(self):
        return [(at / 1e9, size, delay / 1e9) for at, size, delay in self._meter.arrivals()]


class PythonMeter:
    """The same, of messages that are made: of those that a filter lets through."""

    def __init__(self, node, kind, topic, window, *, passes=None, now=time.monotonic):
        self._last = collections.deque(maxlen=window)
        self._passes = passes
        self._now = now
        self._subscription = node.create_subscription(kind, topic, self._heard, profile())

    def _heard(self, message):
        if self._passes is None or self._passes(message):
            stamp = getattr(getattr(message, "header", None), "stamp", None)
            now = self._now()
            delay = now - (stamp.sec + stamp.nanosec / 1e9) if stamp is not None else 0.0
            self._last.append((now, 0, delay))

    def arrivals(self):
        return list(self._last)


def report_each_second(node, meter, text_of, *, of_no_news=False):
    """
    Print `text_of(arrivals)` each second until a signal.

    :param of_no_news: also in seconds in which no message came.
    """
    from rclpy.clock import Clock
    from rclpy.clock_type import ClockType
    last = [None]

    def report():
        arrivals = meter.arrivals()
        if arrivals and (of_no_news or arrivals[-1] != last[0]):
            last[0] = arrivals[-1]
            text = text_of(arrivals)
            if text:
                print(text)

    timer = node.create_timer(PERIOD_S, report, clock=Clock(clock_type=ClockType.STEADY_TIME))
    status = spin(node)
    timer.cancel()
    return status


def statistics(values):
    """Give mean, least, most and standard deviation."""
    mean = sum(values) / len(values)
    deviation = (sum((value - mean) ** 2 for value in values) / len(values)) ** 0.5
    return mean, min(values), max(values), deviation


def seconds_text(values, window):
    """Give the second line of hz and delay."""
    _, least, most, deviation = statistics(values)
    return f"\tmin: {least:.3f}s max: {most:.3f}s std dev: {deviation:.5f}s window: {window}"


def delay_lines(delays):
    """Give the two lines of a report of delay: of seconds."""
    return (f"average delay: {sum(delays) / len(delays):.3f}\n"
            + seconds_text(delays, len(delays)))


def bandwidth_lines(rate, count, mean, least, most):
    """Give the two lines of a report of bw: of bytes a second, and bytes."""
    unit, form = next((unit, form) for bound, unit, form in _UNITS if rate < bound)
    factor = {"B": 1, "KB": 1e3, "MB": 1e6}[unit]

    def text(value):
        return f"{value / factor:{form}} {unit}"

    return (f"{text(rate)}/s from {count} messages\n"
            f"\tMessage size mean: {text(mean)} min: {text(least)} max: {text(most)}")


def add_window_argument(parser, default):
    from ros2topic.api import positive_int
    parser.add_argument("--window", "-w", type=positive_int, default=default, metavar="WINDOW",
                        help="over how many messages (default: %(default)s)")
