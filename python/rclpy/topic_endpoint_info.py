"""What the graph knows of an endpoint of a topic."""
from enum import IntEnum

from rclpy.impl.reexports import reexports
from rclpy.qos import QoSHistoryPolicy, QoSProfile, qos_profile_unknown
from rclpy.type_hash import TypeHash

__getattr__ = reexports(__name__)


class TopicEndpointTypeEnum(IntEnum):
    INVALID = 0
    PUBLISHER = 1
    SUBSCRIPTION = 2


def _property(name):
    hidden = "_" + name

    def get(self):
        return getattr(self, hidden)

    def put(self, value):
        setattr(self, hidden, self._checked(name, value))

    return property(get, put)


class TopicEndpointInfo:
    """Information on a publisher or a subscription of a topic."""

    _kinds = {"node_name": str, "node_namespace": str, "topic_type": str, "endpoint_gid": list}

    __slots__ = ["_node_name", "_node_namespace", "_topic_type", "_topic_type_hash",
                 "_endpoint_type", "_endpoint_gid", "_qos_profile"]

    def __init__(self, **kwargs):
        assert all("_" + key in self.__slots__ for key in kwargs), \
            f"Invalid arguments passed to constructor: {kwargs.keys()}"
        self.node_name = kwargs.get("node_name", "")
        self.node_namespace = kwargs.get("node_namespace", "")
        self.topic_type = kwargs.get("topic_type", "")
        self.topic_type_hash = kwargs.get("topic_type_hash", TypeHash())
        self.endpoint_type = kwargs.get("endpoint_type", TopicEndpointTypeEnum.INVALID)
        self.endpoint_gid = kwargs.get("endpoint_gid", [])
        self.qos_profile = kwargs.get("qos_profile", qos_profile_unknown)

    def _checked(self, name, value):
        if name == "endpoint_type":
            return TopicEndpointTypeEnum(value)
        if name == "qos_profile":
            return value if isinstance(value, QoSProfile) else QoSProfile(**value)
        if name == "topic_type_hash":
            return value if isinstance(value, TypeHash) else TypeHash(**value)
        assert isinstance(value, self._kinds[name])
        return value

    node_name = _property("node_name")
    node_namespace = _property("node_namespace")
    topic_type = _property("topic_type")
    topic_type_hash = _property("topic_type_hash")
    endpoint_type = _property("endpoint_type")
    endpoint_gid = _property("endpoint_gid")
    qos_profile = _property("qos_profile")

    def __eq__(self, other):
        if not isinstance(other, TopicEndpointInfo):
            return False
        return all(getattr(self, slot) == getattr(other, slot) for slot in self.__slots__)

    __hash__ = None

    def __str__(self):
        gid = ".".join(format(byte, "02x") for byte in self.endpoint_gid)
        qos = self.qos_profile
        history = qos.history.name
        if qos.history == QoSHistoryPolicy.KEEP_LAST:
            history += f" ({qos.depth})"
        return "\n".join([
            f"Node name: {self.node_name}",
            f"Node namespace: {self.node_namespace}",
            f"Topic type: {self.topic_type}",
            f"Topic type hash: {self.topic_type_hash}",
            f"Endpoint type: {self.endpoint_type.name}",
            f"GID: {gid}",
            "QoS profile:",
            f"  Reliability: {qos.reliability.name}",
            f"  History (Depth): {history}",
            f"  Durability: {qos.durability.name}",
            f"  Lifespan: {qos.lifespan}",
            f"  Deadline: {qos.deadline}",
            f"  Liveliness: {qos.liveliness.name}",
            f"  Liveliness lease duration: {qos.liveliness_lease_duration}"])
