"""Spans of time, in whole nanoseconds."""
from rclpy.constants import S_TO_NS

_LIMIT = 2 ** 63


class Duration:
    """A span of time, which may be negative."""

    __slots__ = ("_nanoseconds", "__weakref__")

    def __init__(self, *, seconds=0, nanoseconds=0):
        total = int(seconds * S_TO_NS) + int(nanoseconds)
        if not -_LIMIT <= total < _LIMIT:
            raise OverflowError(
                "Total nanoseconds value is too large to store in C duration.")
        self._nanoseconds = total

    @property
    def nanoseconds(self):
        return self._nanoseconds

    def __repr__(self):
        return f"Duration(nanoseconds={self._nanoseconds})"

    def __str__(self):
        return "Infinite" if self == Infinite else f"{self._nanoseconds} nanoseconds"

    def __eq__(self, other):
        if isinstance(other, Duration):
            return self._nanoseconds == other._nanoseconds
        return NotImplemented

    def __ne__(self, other):
        if isinstance(other, Duration):
            return self._nanoseconds != other._nanoseconds
        return NotImplemented

    def __lt__(self, other):
        if isinstance(other, Duration):
            return self._nanoseconds < other._nanoseconds
        return NotImplemented

    def __le__(self, other):
        if isinstance(other, Duration):
            return self._nanoseconds <= other._nanoseconds
        return NotImplemented

    def __gt__(self, other):
        if isinstance(other, Duration):
            return self._nanoseconds > other._nanoseconds
        return NotImplemented

    def __ge__(self, other):
        if isinstance(other, Duration):
            return self._nanoseconds >= other._nanoseconds
        return NotImplemented

    __hash__ = None

    def to_msg(self):
        """Give a builtin_interfaces.msg.Duration."""
        from builtin_interfaces.msg import Duration as Message
        seconds, nanoseconds = divmod(self._nanoseconds, S_TO_NS)
        return Message(sec=seconds, nanosec=nanoseconds)

    @classmethod
    def from_msg(cls, msg):
        if not type(msg).__name__ == "Duration" or not hasattr(msg, "nanosec"):
            raise TypeError("Must pass a builtin_interfaces.msg.Duration object")
        return cls(seconds=msg.sec, nanoseconds=msg.nanosec)

    def get_c_duration(self):
        """Give what the inner module takes: nanoseconds."""
        return self._nanoseconds


Infinite = Duration(nanoseconds=_LIMIT - 1)
