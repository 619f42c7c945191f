"""Counters that other packages feed with what their own subscriptions hear, as rqt_topic does.

The verbs themselves count in C++ (measure.py). Names, arguments and results are those of Jazzy's
ros2topic.verb.hz, bw and delay: times are nanoseconds of the node's clock. A window is a number of
messages. Callbacks may come from another thread than questions.
"""
import collections
import dataclasses
import sys
import threading

from ros2topic import measure

_SECOND = 10**9


@dataclasses.dataclass
class _Heard:
    """What came on one topic: `periods` between messages, `last` arrival, arrival last reported."""

    periods: collections.deque
    last: int = -1
    reported: int = 0


class ROSTopicHz:
    """Count how often messages come, for each topic by itself; None is a topic, too."""

    def __init__(self, node, window_size, filter_expr=None, use_wtime=False):
        self._lock = threading.Lock()
        self._now = _wall_clock if use_wtime else _clock_of(node)
        self._passes = filter_expr
        self._topics = collections.defaultdict(
            lambda: _Heard(collections.deque(maxlen=_most(window_size))))

    def callback_hz(self, m, topic=None):
        """Count a message. One that comes before the last, or at time 0, starts again."""
        if self._passes is not None and not self._passes(m):
            return
        now = self._now()
        with self._lock:
            heard = self._topics[topic]
            if heard.last < 0 or now < heard.last or now == 0:
                heard.periods.clear()
            else:
                heard.periods.append(now - heard.last)
            heard.last = now or -1

    def get_last_printed_tn(self, topic=None):
        """Give when the last message of the last result came, in nanoseconds; 0 before one."""
        with self._lock:
            return self._topics[topic].reported

    def get_times(self, topic=None):
        """Give the periods of the window, in nanoseconds."""
        with self._lock:
            return list(self._topics[topic].periods)

    def get_hz(self, topic=None):
        """
        Give rate (messages a nanosecond), least and most period, their deviation, and how many.

        None until a second has gone by between the last message of the last question that was
        answered, or of the first one, and the last that came.
        """
        with self._lock:
            heard = self._topics[topic]
            if not heard.periods:
                return None
            first = heard.reported == 0
            if not first and heard.last < heard.reported + _SECOND:
                return None
            heard.reported = heard.last
            if first:
                return None
            mean, least, most, deviation = measure.statistics(heard.periods)
            return (1 / mean if mean > 0 else 0), least, most, deviation, len(heard.periods)

    def print_hz(self, topic=None):
        """Print what get_hz() gives, if it gives something."""
        found = self.get_hz(topic)
        if found is not None:
            rate, *_, count = found
            print(f"average rate: {rate * _SECOND:.3f}\n"
                  + measure.seconds_text(_in_seconds(self.get_times(topic)), count))


class ROSTopicBandwidth:
    """Count how many bytes come."""

    def __init__(self, node, window_size):
        self._lock = threading.Lock()
        self._now = _clock_of(node)
        self._heard = collections.deque(maxlen=_most(window_size))  # (arrival, bytes)

    def callback(self, data):
        """Count a message: its bytes, as a subscription with raw=True gives them."""
        with self._lock:
            self._heard.append((self._now(), len(data)))

    def get_bw(self):
        """Give bytes a second, messages, and mean, least and most bytes.

        Five None of fewer than two messages.
        """
        now = self._now()
        with self._lock:
            if self._heard and now < self._heard[0][0]:
                print("WARNING: time is reset!", file=sys.stderr)
                self._heard.clear()
            if len(self._heard) < 2 or now == self._heard[0][0]:
                return (None,) * 5
            sizes = [size for _, size in self._heard]
            seconds = (now - self._heard[0][0]) / _SECOND
        return sum(sizes) / seconds, len(sizes), sum(sizes) / len(sizes), min(sizes), max(sizes)

    def print_bw(self):
        """Print what get_bw() gives, if it gives something."""
        rate, count, mean, least, most = self.get_bw()
        if rate is not None:
            print(measure.bandwidth_lines(rate, count, mean, least, most))


class ROSTopicDelay:
    """Count how old messages are when they come, by the stamp of their header."""

    def __init__(self, node, window_size):
        self._lock = threading.Lock()
        self._now = _clock_of(node)
        self._delays = collections.deque(maxlen=_most(window_size))
        self._last, self._reported = -1, -1

    def callback_delay(self, msg):
        """Count a message; the first one only begins. RuntimeError if it has no header."""
        if not hasattr(msg, "header"):
            raise RuntimeError("msg does not have header")
        stamp, now = msg.header.stamp, self._now()
        with self._lock:
            if self._last < 0 or now < self._last or now == 0:
                self._delays.clear()
            else:
                self._delays.append(now - (stamp.sec * _SECOND + stamp.nanosec))
            self._last = now or -1

    def get_delay(self):
        """Give mean, least, most and deviation in nanoseconds, and how many; None of no news."""
        with self._lock:
            if self._last == self._reported or not self._delays:
                return None
            self._reported = self._last
            return *measure.statistics(self._delays), len(self._delays)

    def print_delay(self):
        """Print what get_delay() gives, or that nothing came since."""
        with self._lock:
            delays = _in_seconds(self._delays)
        if not delays:
            return
        if self.get_delay() is None:
            print("no new messages")
        else:
            print(measure.delay_lines(delays))


def _most(window_size):
    """Give the length of a deque: of a negative window, none."""
    return window_size if window_size >= 0 else None


def _clock_of(node):
    clock = node.get_clock()
    return lambda: clock.now().nanoseconds


def _wall_clock():
    from rclpy.clock import Clock
    return Clock().now().nanoseconds


def _in_seconds(nanoseconds):
    return [value / _SECOND for value in nanoseconds]
