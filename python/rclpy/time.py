"""Points in time of a clock."""
from rclpy.clock_type import ClockType
from rclpy.constants import S_TO_NS
from rclpy.duration import Duration

_LIMIT = 2 ** 63


class Time:
    """Nanoseconds since the epoch of a clock of some kind."""

    __slots__ = ("_nanoseconds", "_clock_type", "__weakref__")

    def __init__(self, *, seconds=0, nanoseconds=0, clock_type=ClockType.SYSTEM_TIME):
        if not isinstance(clock_type, ClockType):
            raise TypeError("Clock type must be a ClockType enum")
        if seconds < 0:
            raise ValueError("Seconds value must not be negative")
        if nanoseconds < 0:
            raise ValueError("Nanoseconds value must not be negative")
        total = int(seconds * S_TO_NS) + int(nanoseconds)
        if total >= _LIMIT:
            raise OverflowError(
                "Total nanoseconds value is too large to store in C time point.")
        self._nanoseconds = total
        self._clock_type = clock_type

    @property
    def nanoseconds(self):
        return self._nanoseconds

    @property
    def clock_type(self):
        return self._clock_type

    def seconds_nanoseconds(self):
        """Split into whole seconds and the nanoseconds above them."""
        return divmod(self._nanoseconds, S_TO_NS)

    def __repr__(self):
        return f"Time(nanoseconds={self._nanoseconds}, clock_type={self._clock_type.name})"

    def __add__(self, other):
        if not isinstance(other, Duration):
            return NotImplemented
        return self._moved(self._nanoseconds + other.nanoseconds, "addition")

    def __radd__(self, other):
        return self.__add__(other)

    def __sub__(self, other):
        if isinstance(other, Time):
            self._check_clock(other, "subtract times")
            return Duration(nanoseconds=self._nanoseconds - other._nanoseconds)
        if isinstance(other, Duration):
            return self._moved(self._nanoseconds - other.nanoseconds, "subtraction")
        return NotImplemented

    def _moved(self, nanoseconds, what):
        try:
            return Time(nanoseconds=nanoseconds, clock_type=self._clock_type)
        except OverflowError as error:
            raise OverflowError(f"{what.capitalize()} leads to overflow in C storage.") from error
        except ValueError as error:
            raise ValueError(f"{what.capitalize()} leads to negative time.") from error

    def _check_clock(self, other, what):
        if self._clock_type != other._clock_type:
            raise TypeError(f"Can't {what} with different clock types")

    def __eq__(self, other):
        if not isinstance(other, Time):
            return NotImplemented
        self._check_clock(other, "compare times")
        return self._nanoseconds == other._nanoseconds

    def __ne__(self, other):
        if not isinstance(other, Time):
            return NotImplemented
        return not self.__eq__(other)

    def __lt__(self, other):
        if not isinstance(other, Time):
            return NotImplemented
        self._check_clock(other, "compare times")
        return self._nanoseconds < other._nanoseconds

    def __le__(self, other):
        if not isinstance(other, Time):
            return NotImplemented
        self._check_clock(other, "compare times")
        return self._nanoseconds <= other._nanoseconds

    def __gt__(self, other):
        if not isinstance(other, Time):
            return NotImplemented
        self._check_clock(other, "compare times")
        return self._nanoseconds > other._nanoseconds

    def __ge__(self, other):
        if not isinstance(other, Time):
            return NotImplemented
        self._check_clock(other, "compare times")
        return self._nanoseconds >= other._nanoseconds

    __hash__ = None

    def to_msg(self):
        """Give a builtin_interfaces.msg.Time."""
        from builtin_interfaces.msg import Time as Message
        seconds, nanoseconds = self.seconds_nanoseconds()
        return Message(sec=seconds, nanosec=nanoseconds)

    @classmethod
    def from_msg(cls, msg, clock_type=ClockType.ROS_TIME):
        if not type(msg).__name__ == "Time" or not hasattr(msg, "nanosec"):
            raise TypeError("Must pass a builtin_interfaces.msg.Time object")
        return cls(seconds=msg.sec, nanoseconds=msg.nanosec, clock_type=clock_type)
