"""Names of nodes, topics and services, good and bad."""
import rclpy
from rclpy.expand_topic_name import expand_topic_name
from rclpy.node import Node
from rclpy.topic_or_service_is_hidden import topic_or_service_is_hidden
from rclpy.validate_full_topic_name import validate_full_topic_name
from rclpy.validate_namespace import validate_namespace
from rclpy.validate_node_name import validate_node_name
from rclpy.validate_parameter_name import validate_parameter_name
from rclpy.validate_topic_name import validate_topic_name
from std_msgs.msg import String
from std_srvs.srv import SetBool
from support import kind, show

rclpy.init(args=["x", "--ros-args", "-r", "from:=to", "-r", "n:only:=/mine", "-r", "s:=t"])
show(lambda: Node("a b"))
show(lambda: Node("a", namespace="b c"))
show(lambda: Node(""))
kind(lambda: Node(3))
node = Node("n", namespace="space")
print(node.get_name(), node.get_namespace(), node.get_fully_qualified_name(),
      node.get_logger().name)
for name in ("x", "/x", "~/x", "from", "only", "{node}/x", "{ns}/x"):
    show(lambda: node.resolve_topic_name(name))
    show(lambda: node.resolve_topic_name(name, only_expand=True))
show(lambda: node.resolve_service_name("s"))
for name in ("a b", "9a", "a-b", "{x"):
    kind(lambda: node.create_publisher(String, name, 1))
    kind(lambda: node.create_client(SetBool, name))
show(lambda: node.create_publisher(String, "a b", 1))
show(lambda: node.create_service(SetBool, "a b", None))
for check in (validate_node_name, validate_namespace, validate_topic_name,
              validate_full_topic_name, validate_parameter_name):
    for name in ("name", "/name", "a b", "", "9"):
        kind(lambda: check(name))
kind(lambda: validate_topic_name("a b", is_service=True))
kind(lambda: expand_topic_name("x", "n", "s"))
show(lambda: expand_topic_name("~/x", "n", "/s"))
kind(lambda: expand_topic_name("x", "n n", "/s"))
print([topic_or_service_is_hidden(one) for one in ("/a", "/_a", "/a/_b/c", "a_b")])
try:
    node.create_publisher(String, "a b", 1)
except Exception as error:
    print(error)
renamed = Node("n2", cli_args=["--ros-args", "-r", "__node:=other", "-r", "__ns:=/there"])
print(renamed.get_fully_qualified_name())
alone = Node("n3", use_global_arguments=False)
print(alone.resolve_topic_name("from"))
rclpy.shutdown()
