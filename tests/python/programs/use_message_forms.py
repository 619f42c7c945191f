"""Messages that come in every form: raw, with info, by hand; and types by hash."""
import rclpy
from rclpy.qos import DurabilityPolicy, QoSProfile
from rclpy.serialization import deserialize_message, serialize_message
from rclpy.topic_endpoint_info import TopicEndpointInfo, TopicEndpointTypeEnum
from rclpy.type_hash import TypeHash
from rclpy.utilities import ok
from rclpy.wait_for_message import wait_for_message
from std_msgs.msg import Int32, String
from support import kind, show, spin_until

rclpy.init(args=[])
node = rclpy.create_node("forms")
kept = QoSProfile(depth=5, durability=DurabilityPolicy.TRANSIENT_LOCAL)
publisher = node.create_publisher(String, "words", kept)
raw, pairs = [], []
node.create_subscription(String, "words", raw.append, kept, raw=True)


def with_info(message, info):
    pairs.append((message, info))


node.create_subscription(String, "words", with_info, kept)
publisher.publish(String(data="one"))
publisher.publish(serialize_message(String(data="two")))
spin_until(lambda: len(raw) == 2 and len(pairs) == 2, node)
print([deserialize_message(one, String) for one in raw], [type(one) for one in raw])
print([one.data for one, _ in pairs], sorted(pairs[0][1]),
      pairs[0][1]["source_timestamp"] > 0)
print(wait_for_message(String, node, "words", qos_profile=kept, time_to_wait=10)[0])
print(wait_for_message(Int32, node, "nothing", time_to_wait=0.01))
print(publisher.wait_for_all_acked(), publisher.get_subscription_count())
kind(lambda: deserialize_message(b"\0", String))
[info] = node.get_publishers_info_by_topic("words")
print(info.node_name, info.node_namespace, info.topic_type, info.topic_type_hash,
      info.endpoint_type == TopicEndpointTypeEnum.PUBLISHER, len(info.endpoint_gid),
      info.qos_profile.durability)
hash_of = TypeHash(version=1, value=bytes(range(32)))
print(hash_of, hash_of.version, hash_of.value[:3], TypeHash())
own = TopicEndpointInfo(node_name="n", node_namespace="/", topic_type="t", endpoint_gid=[0] * 16)
print(own.node_name, own.topic_type_hash, own.endpoint_type)
show(lambda: TopicEndpointInfo(nothing=1))
print(node.count_publishers("words"), node.count_subscribers("words"), ok())
print(sorted(node.get_node_names_and_namespaces())[0], node.get_fully_qualified_node_names(),
      node.get_node_names_and_namespaces_with_enclaves())
node.destroy_node()
rclpy.shutdown()
