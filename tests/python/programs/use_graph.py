"""What a node sees of the graph."""
import rclpy
from rclpy.topic_endpoint_info import TopicEndpointInfo
from rclpy.type_hash import TypeHash
from std_msgs.msg import String
from std_srvs.srv import SetBool
from support import kind, spin_until

rclpy.init(args=[])
node = rclpy.create_node("n")
other = rclpy.create_node("other", namespace="/space", start_parameter_services=False)
node.create_publisher(String, "chat", 10)
other.create_subscription(String, "/chat", print, 10)
other.create_service(SetBool, "ask", print)
node.create_client(SetBool, "/space/ask")
print(spin_until(lambda: node.count_subscribers("chat") == 1 and
                 node.count_clients("/space/ask") == 1, node))
print(node.count_publishers("chat"), node.count_publishers("nope"),
      node.count_services("/space/ask"))
print([one for one in node.get_topic_names_and_types() if one[0] == "/chat"])
print([one for one in node.get_topic_names_and_types(no_demangle=True) if one[0] == "rt/chat"])
print([one for one in node.get_service_names_and_types() if one[0] == "/space/ask"])
print(sorted(node.get_node_names()), sorted(node.get_fully_qualified_node_names()))
print(sorted(node.get_node_names_and_namespaces_with_enclaves()))
print(node.wait_for_node("other", 0.1), node.wait_for_node("/space/other", 5.0))
print(node.get_subscriber_names_and_types_by_node("other", "/space"))
print([one for one in node.get_service_names_and_types_by_node("other", "/space")
       if one[0] == "/space/ask"])
print(node.get_client_names_and_types_by_node("n", "/"))
kind(lambda: node.get_publisher_names_and_types_by_node("nope", "/"))
info = node.get_publishers_info_by_topic("chat")[0]
print(info.node_name, info.node_namespace, info.topic_type, info.topic_type_hash,
      info.endpoint_type.name, len(info.endpoint_gid), info.qos_profile.reliability)
print([one.node_name for one in node.get_subscriptions_info_by_topic("/chat")])
print(node.get_publishers_info_by_topic("nope"))
print(TopicEndpointInfo(node_name="x"))
print(TypeHash(), TypeHash(1, bytes(range(32))), TypeHash() == TypeHash())
rclpy.shutdown()
