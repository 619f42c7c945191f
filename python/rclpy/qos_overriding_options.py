"""QoS of endpoints that parameters override."""
from rclpy.duration import Duration
from rclpy.exceptions import ParameterAlreadyDeclaredException
from rclpy.impl.reexports import reexports
from rclpy.parameter import Parameter
from rclpy.publisher import Publisher
from rclpy.qos import (
    DurabilityPolicy, HistoryPolicy, LivelinessPolicy, QoSPolicyKind, QoSProfile,
    ReliabilityPolicy)

__getattr__ = reexports(__name__)


class InvalidQosOverridesError(Exception):
    """The callback of the options has refused the overrides."""


_DEFAULT_KINDS = (QoSPolicyKind.HISTORY, QoSPolicyKind.DEPTH, QoSPolicyKind.RELIABILITY)


class QoSOverridingOptions:
    """
    Which policies of an endpoint parameters may override.

    :param callback: takes the profile with the overrides, gives an object whose `successful`
        and `reason` say whether it may be used.
    :param entity_id: tells endpoints of one node and topic apart.
    """

    def __init__(self, policy_kinds, *, callback=None, entity_id=None):
        self._policy_kinds = policy_kinds
        self._callback = callback
        self._entity_id = entity_id

    @property
    def policy_kinds(self):
        return self._policy_kinds

    @property
    def callback(self):
        return self._callback

    @property
    def entity_id(self):
        return self._entity_id

    @classmethod
    def with_default_policies(cls, *, callback=None, entity_id=None):
        """For history, depth and reliability."""
        return cls(_DEFAULT_KINDS, callback=callback, entity_id=entity_id)


_ENUMERATIONS = {QoSPolicyKind.HISTORY: HistoryPolicy,
                 QoSPolicyKind.DURABILITY: DurabilityPolicy,
                 QoSPolicyKind.RELIABILITY: ReliabilityPolicy,
                 QoSPolicyKind.LIVELINESS: LivelinessPolicy}
_DURATIONS = (QoSPolicyKind.LIFESPAN, QoSPolicyKind.DEADLINE,
              QoSPolicyKind.LIVELINESS_LEASE_DURATION)


def _to_parameter(kind, qos):
    value = getattr(qos, kind.name.lower())
    if kind in _ENUMERATIONS:
        return value.short_key
    return value.nanoseconds if kind in _DURATIONS else value


def _from_parameter(kind, value):
    if kind in _ENUMERATIONS:
        return _ENUMERATIONS[kind][value.upper()]
    return Duration(nanoseconds=value) if kind in _DURATIONS else value


def _declare_qos_parameters(entity_type, node, topic_name, qos, options):
    """Declare a parameter for each policy; give the profile that they say."""
    from rcl_interfaces.msg import ParameterDescriptor
    kind_name = "publisher" if issubclass(entity_type, Publisher) else "subscription"
    suffix = "" if options.entity_id is None else f"_{options.entity_id}"
    values = dict(zip((slot[1:] for slot in QoSProfile.__slots__),
                      (getattr(qos, slot[1:]) for slot in QoSProfile.__slots__)))
    what = f"{kind_name} `{topic_name}` with id `{options.entity_id}`"
    for kind in options.policy_kinds:
        if kind == QoSPolicyKind.LIFESPAN and kind_name == "subscription":
            continue  # it is the publisher's alone
        policy = QoSPolicyKind(kind).name.lower()
        name = f"qos_overrides.{topic_name}.{kind_name}{suffix}.{policy}"
        descriptor = ParameterDescriptor(
            name=name, read_only=True,
            description=f"{policy} for {what}")
        try:
            parameter = node.declare_parameter(name, _to_parameter(kind, qos), descriptor)
        except ParameterAlreadyDeclaredException:
            parameter = node.get_parameter(name)
        if parameter.type_ is not Parameter.Type.NOT_SET:
            values[policy] = _from_parameter(kind, parameter.value)
    overridden = QoSProfile(**values)
    if options.callback is not None:
        result = options.callback(overridden)
        if not hasattr(result, "successful"):
            raise TypeError(f"the callback that checks QoS overrides for {what} should return "
                            f"QosCallbackResult, it returned {result!r}")
        if not result.successful:
            raise InvalidQosOverridesError(
                f"Provided QoS overrides for {what}, are not valid: {result.reason}")
    return overridden
