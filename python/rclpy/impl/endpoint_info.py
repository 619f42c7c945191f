"""What the graph tells of an endpoint, as users see it."""
from rclpy.qos import QoSProfile
from rclpy.topic_endpoint_info import TopicEndpointInfo, TopicEndpointTypeEnum
from rclpy.type_hash import TypeHash

_PREFIX = "RIHS01_"


def _hash_of(text):
    if not text.startswith(_PREFIX) or len(text) != len(_PREFIX) + 64:
        return TypeHash()
    try:
        return TypeHash(version=1, value=bytes.fromhex(text[len(_PREFIX):]))
    except ValueError:
        return TypeHash()


def info_of(endpoint):
    """Give the TopicEndpointInfo of a tuple of the native graph."""
    kind, _, type_name, type_hash, node, space, gid, qos = endpoint
    profile = QoSProfile._from_tuple(qos)
    return TopicEndpointInfo(
        node_name=node, node_namespace=space, topic_type=type_name,
        topic_type_hash=_hash_of(type_hash),
        endpoint_type=(TopicEndpointTypeEnum.PUBLISHER, TopicEndpointTypeEnum.SUBSCRIPTION)[kind],
        endpoint_gid=list(gid), qos_profile=profile)
