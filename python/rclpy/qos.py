"""Quality of service: what publishers offer and subscriptions ask for."""
import warnings
from enum import Enum, EnumMeta, IntEnum

from rclpy.duration import Duration

_BEST_AVAILABLE_NS = 2 ** 63 - 2
DeadlineBestAvailable = Duration(nanoseconds=_BEST_AVAILABLE_NS)
LivelinessLeaseDurationeBestAvailable = Duration(nanoseconds=_BEST_AVAILABLE_NS)


class QoSPolicyKind(IntEnum):
    """Names a policy."""

    INVALID = 1 << 0
    DURABILITY = 1 << 1
    DEADLINE = 1 << 2
    LIVELINESS = 1 << 3
    RELIABILITY = 1 << 4
    HISTORY = 1 << 5
    LIFESPAN = 1 << 6
    DEPTH = 1 << 7
    LIVELINESS_LEASE_DURATION = 1 << 8
    AVOID_ROS_NAMESPACE_CONVENTIONS = 1 << 9


def qos_policy_name_from_kind(policy_kind):
    return QoSPolicyKind(policy_kind).name


class InvalidQoSProfileException(Exception):
    """What a profile is made from does not suffice."""

    def __init__(self, *args):
        super().__init__("Invalid QoSProfile", *args)


class _PolicyMeta(EnumMeta):
    """Knows the old names of members: RMW_QOS_POLICY_<policy>_<member>."""

    def __getattr__(cls, name):
        prefix = f"RMW_QOS_POLICY_{cls.__name__[:-len('Policy')].upper()}_"
        if name.startswith(prefix) and name[len(prefix):] in cls.__members__:
            member = cls.__members__[name[len(prefix):]]
            warnings.warn(f"{cls.__name__}.{name} is deprecated. Use {cls.__name__}."
                          f"{member.name} instead.", stacklevel=2)
            return member
        raise AttributeError(f"{cls.__name__} has no member '{name}'")


class QoSPolicyEnum(IntEnum, metaclass=_PolicyMeta):
    """A policy whose values have names, and short ones for command lines."""

    @classmethod
    def short_keys(cls):
        return [member.name.lower() for member in cls]

    @classmethod
    def get_from_short_key(cls, name):
        """Give the value of a short name."""
        return cls[name.upper()].value

    @property
    def short_key(self):
        return self.name.lower()


class HistoryPolicy(QoSPolicyEnum):
    SYSTEM_DEFAULT = 0
    KEEP_LAST = 1
    KEEP_ALL = 2
    UNKNOWN = 3


class ReliabilityPolicy(QoSPolicyEnum):
    SYSTEM_DEFAULT = 0
    RELIABLE = 1
    BEST_EFFORT = 2
    UNKNOWN = 3
    BEST_AVAILABLE = 4


class DurabilityPolicy(QoSPolicyEnum):
    SYSTEM_DEFAULT = 0
    TRANSIENT_LOCAL = 1
    VOLATILE = 2
    UNKNOWN = 3
    BEST_AVAILABLE = 4


class LivelinessPolicy(QoSPolicyEnum):
    SYSTEM_DEFAULT = 0
    AUTOMATIC = 1
    MANUAL_BY_TOPIC = 3
    UNKNOWN = 4
    BEST_AVAILABLE = 5


QoSHistoryPolicy = HistoryPolicy
QoSReliabilityPolicy = ReliabilityPolicy
QoSDurabilityPolicy = DurabilityPolicy
QoSLivelinessPolicy = LivelinessPolicy


def _policy(name, kind):
    """Give a property that takes values of a kind, or what makes one."""
    hidden = "_" + name

    def get(self):
        return getattr(self, hidden)

    def put(self, value):
        if issubclass(kind, IntEnum):
            assert isinstance(value, (kind, int))
            value = kind(value)
        else:
            assert isinstance(value, kind)
        setattr(self, hidden, value)

    return property(get, put)


class QoSProfile:
    """The policies of one endpoint."""

    __slots__ = ["_history", "_depth", "_reliability", "_durability", "_lifespan", "_deadline",
                 "_liveliness", "_liveliness_lease_duration",
                 "_avoid_ros_namespace_conventions"]

    history = _policy("history", HistoryPolicy)
    depth = _policy("depth", int)
    reliability = _policy("reliability", ReliabilityPolicy)
    durability = _policy("durability", DurabilityPolicy)
    lifespan = _policy("lifespan", Duration)
    deadline = _policy("deadline", Duration)
    liveliness = _policy("liveliness", LivelinessPolicy)
    liveliness_lease_duration = _policy("liveliness_lease_duration", Duration)
    avoid_ros_namespace_conventions = _policy("avoid_ros_namespace_conventions", bool)

    def __init__(self, **kwargs):
        assert all("_" + key in self.__slots__ for key in kwargs), \
            f"Invalid arguments passed to constructor: {kwargs.keys()}"
        self.history = self._history_of(kwargs)
        self.depth = kwargs.get("depth", 10)
        if self.history == HistoryPolicy.KEEP_LAST and self.depth == 0:
            warnings.warn(
                "A zero depth with KEEP_LAST doesn't make sense; no data could be stored. "
                "This will be interpreted as SYSTEM_DEFAULT", stacklevel=2)
        self.reliability = kwargs.get("reliability", ReliabilityPolicy.RELIABLE)
        self.durability = kwargs.get("durability", DurabilityPolicy.VOLATILE)
        self.lifespan = kwargs.get("lifespan", Duration())
        self.deadline = kwargs.get("deadline", Duration())
        self.liveliness = kwargs.get("liveliness", LivelinessPolicy.SYSTEM_DEFAULT)
        self.liveliness_lease_duration = kwargs.get("liveliness_lease_duration", Duration())
        self.avoid_ros_namespace_conventions = kwargs.get(
            "avoid_ros_namespace_conventions", False)

    @staticmethod
    def _history_of(kwargs):
        if "history" not in kwargs:
            if "depth" not in kwargs:
                raise InvalidQoSProfileException("History and/or depth settings are required.")
            return HistoryPolicy.KEEP_LAST
        if kwargs["history"] == HistoryPolicy.KEEP_LAST and "depth" not in kwargs:
            raise InvalidQoSProfileException(
                "History set to KEEP_LAST without a depth setting.")
        return kwargs["history"]

    def get_c_qos_profile(self):
        """Give what the inner module takes: a tuple of numbers."""
        return (int(self._history), self._depth, int(self._reliability), int(self._durability),
                self._lifespan.nanoseconds, self._deadline.nanoseconds, int(self._liveliness),
                self._liveliness_lease_duration.nanoseconds,
                self._avoid_ros_namespace_conventions)

    @classmethod
    def _from_tuple(cls, values):
        return cls(history=values[0], depth=values[1], reliability=values[2],
                   durability=values[3], lifespan=Duration(nanoseconds=values[4]),
                   deadline=Duration(nanoseconds=values[5]), liveliness=values[6],
                   liveliness_lease_duration=Duration(nanoseconds=values[7]),
                   avoid_ros_namespace_conventions=values[8])

    def __eq__(self, other):
        if not isinstance(other, QoSProfile):
            return False
        return all(getattr(self, slot) == getattr(other, slot) for slot in self.__slots__)

    __hash__ = None

    def __str__(self):
        values = ((slot[1:], getattr(self, slot)) for slot in self.__slots__)
        return f"{type(self).__name__}(%s)" % ", ".join(
            f"{name}={int(value) if isinstance(value, IntEnum) else value}"
            for name, value in values)


_BEST = {"reliability": ReliabilityPolicy.BEST_AVAILABLE,
         "durability": DurabilityPolicy.BEST_AVAILABLE,
         "liveliness": LivelinessPolicy.BEST_AVAILABLE,
         "deadline": DeadlineBestAvailable,
         "liveliness_lease_duration": LivelinessLeaseDurationeBestAvailable}

qos_profile_unknown = QoSProfile(
    history=HistoryPolicy.UNKNOWN, depth=0, reliability=ReliabilityPolicy.UNKNOWN,
    durability=DurabilityPolicy.UNKNOWN, liveliness=LivelinessPolicy.UNKNOWN)
qos_profile_default = QoSProfile(depth=10)
qos_profile_system_default = QoSProfile(
    history=HistoryPolicy.SYSTEM_DEFAULT, depth=0, reliability=ReliabilityPolicy.SYSTEM_DEFAULT,
    durability=DurabilityPolicy.SYSTEM_DEFAULT)
qos_profile_sensor_data = QoSProfile(depth=5, reliability=ReliabilityPolicy.BEST_EFFORT)
qos_profile_services_default = QoSProfile(depth=10)
qos_profile_parameters = QoSProfile(depth=1000)
qos_profile_parameter_events = QoSProfile(depth=1000)
qos_profile_best_available = QoSProfile(depth=10, **_BEST)
qos_profile_action_status_default = QoSProfile(
    depth=1, durability=DurabilityPolicy.TRANSIENT_LOCAL)


class QoSPresetProfiles(Enum):
    """The profiles that have names."""

    UNKNOWN = qos_profile_unknown
    DEFAULT = qos_profile_default
    SYSTEM_DEFAULT = qos_profile_system_default
    SENSOR_DATA = qos_profile_sensor_data
    SERVICES_DEFAULT = qos_profile_services_default
    PARAMETERS = qos_profile_parameters
    PARAMETER_EVENTS = qos_profile_parameter_events
    ACTION_STATUS_DEFAULT = qos_profile_action_status_default
    BEST_AVAILABLE = qos_profile_best_available

    @classmethod
    def short_keys(cls):
        return [name.lower() for name in cls.__members__]

    @classmethod
    def get_from_short_key(cls, name):
        """Give the profile of a short name."""
        return cls[name.upper()].value


class QoSCompatibility(IntEnum):
    """Whether two endpoints can be matched."""

    OK = 0
    WARNING = 1
    ERROR = 2


def qos_check_compatible(publisher_qos, subscription_qos):
    """
    Say whether a publisher and a subscription of these profiles can be matched.

    :return: a QoSCompatibility, and each reason against it.
    """
    from rclpy.impl.qos_check import check
    level, reason = check(publisher_qos, subscription_qos)
    return QoSCompatibility(level), reason
