"""The exceptions of rclpy: what they are, and what they say."""
import rclpy
from rclpy.exceptions import (
    InvalidHandle, InvalidNamespaceException, InvalidNodeNameException,
    InvalidServiceNameException, InvalidTopicNameException, NameValidationException,
    NoTypeSupportImportedException, NotInitializedException, ROSInterruptException)
from rclpy.executors import (
    ConditionReachedException, ExternalShutdownException, ShutdownException, TimeoutException)
from rclpy.node import Node, NodeNameNonExistentError
from rclpy.qos import InvalidQoSProfileException, QoSProfile
from rclpy.qos_overriding_options import InvalidQosOverridesError
from rclpy.type_support import (
    check_for_type_support, check_is_valid_msg_type, check_is_valid_srv_type)
from std_msgs.msg import String
from std_srvs.srv import Trigger
from support import kind, show

print(NotInitializedException(), "|", NotInitializedException("words"), "|",
      NoTypeSupportImportedException(), "|", ROSInterruptException(), "|",
      ExternalShutdownException())
for one in (NotInitializedException, NoTypeSupportImportedException, NameValidationException,
            ROSInterruptException, ShutdownException, TimeoutException,
            ConditionReachedException, ExternalShutdownException, InvalidQoSProfileException,
            InvalidQosOverridesError):
    print(one.__name__, [base.__name__ for base in one.__mro__[1:3]])
print(InvalidHandle.__name__, issubclass(InvalidHandle, RuntimeError))
show(lambda: Node("early"))
show(lambda: rclpy.create_node("early"))
rclpy.init(args=[])
node = rclpy.create_node("names")


def invalid(expected, function):
    try:
        function()
    except NameValidationException as error:
        print(type(error) is expected, isinstance(error, ValueError))
        print(*str(error).splitlines()[1:], sep="\n")


invalid(InvalidNodeNameException, lambda: Node("a b"))
invalid(InvalidNamespaceException, lambda: Node("a", namespace="b//c"))
invalid(InvalidTopicNameException, lambda: node.create_publisher(String, "1a", 1))
invalid(InvalidServiceNameException, lambda: node.create_client(Trigger, "a b"))
print(NameValidationException("kind", "a b", "has a blank", 1))
show(lambda: QoSProfile())
show(lambda: node.create_publisher(String, "a", -1))
show(lambda: node.create_publisher(String, "a", "ten"))
kind(lambda: node.create_publisher(int, "a", 1))
kind(lambda: node.create_publisher(Trigger, "a", 1))
kind(lambda: node.create_service(String, "a", print))
check_for_type_support(String)
check_is_valid_msg_type(String)
check_is_valid_srv_type(Trigger)
kind(lambda: check_for_type_support(int))
kind(lambda: check_is_valid_msg_type(Trigger))
kind(lambda: check_is_valid_srv_type(String))
try:
    node.get_publisher_names_and_types_by_node("nobody", "/")
except NodeNameNonExistentError as error:
    print(type(error).__name__)
show(lambda: node.create_subscription(String, "a", lambda: None, 1))
show(lambda: node.create_subscription(String, "a", lambda a, b, c: None, 1))
publisher = node.create_publisher(String, "a", 1)
show(lambda: publisher.publish(7))
show(lambda: publisher.publish(Trigger.Request()))
kind(lambda: rclpy.init(args=[]))
node.destroy_publisher(publisher)
kind(lambda: publisher.publish(String()))
print(node.destroy_publisher(publisher))
node.destroy_node()
rclpy.shutdown()
kind(rclpy.shutdown)
rclpy.try_shutdown()
