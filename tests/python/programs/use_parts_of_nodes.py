"""What nodes are made of, made by hand."""
import rclpy
from rcl_interfaces.srv import GetParameters
from rclpy.event_handler import (
    IncompatibleTypeInfo, PublisherEventCallbacks, QoSEventHandler, QoSMessageLostInfo,
    SubscriptionEventCallbacks)
from rclpy.executors import SingleThreadedExecutor
from rclpy.logging_service import LoggingService
from rclpy.parameter_service import ParameterService
from rclpy.publisher import Publisher
from rclpy.qos import QoSPolicyKind, QoSProfile
from rclpy.qos_overriding_options import QoSOverridingOptions
from rclpy.type_description_service import TypeDescriptionService
from rclpy.utilities import get_available_rmw_implementations, remove_ros_args, shutdown
from std_msgs.msg import String
from std_srvs.srv import Trigger
from support import kind, show

rclpy.init(args=[])
node = rclpy.create_node("parts", start_parameter_services=False)
node.declare_parameter("number", 7)
executor = SingleThreadedExecutor()
executor.add_node(node)
parts = ParameterService(node), LoggingService(node)
client = node.create_client(GetParameters, "/parts/get_parameters")
print(client.wait_for_service(timeout_sec=10))
future = client.call_async(GetParameters.Request(names=["number", "nothing"]))
executor.spin_until_future_complete(future, timeout_sec=10)
print(future.result())
print(node.count_services("/parts/get_logger_levels"), node.count_services("/parts/nothing"))
print(TypeDescriptionService.__name__, QoSEventHandler.__name__)
options = QoSOverridingOptions.with_default_policies(
    callback=lambda profile: None, entity_id="first")
print([policy.name for policy in options.policy_kinds], options.entity_id,
      callable(options.callback))
print(QoSOverridingOptions([QoSPolicyKind.LIFESPAN]).policy_kinds)
print(IncompatibleTypeInfo is not QoSMessageLostInfo)
events = PublisherEventCallbacks(), SubscriptionEventCallbacks(message_lost=print)
publisher = node.create_publisher(String, "words", QoSProfile(depth=1), event_callbacks=events[0],
                                  publisher_class=Publisher)
print(type(publisher) is Publisher)


def never(request, response):
    print("is taken by hand")


service = node.create_service(Trigger, "ask", never)
asker = node.create_client(Trigger, "ask")
asker.wait_for_service()
answer = asker.call_async(Trigger.Request())
executor.remove_node(node)
taken = None
while taken is None or taken[0] is None:
    taken = service.handle.service_take_request(Trigger.Request)
response = Trigger.Response(success=True, message="by hand")
service.send_response(response, taken[1])
kind(lambda: service.send_response(Trigger.Request(), taken[1]))
executor.add_node(node)
executor.spin_until_future_complete(answer, timeout_sec=10)
print(answer.result())
print(remove_ros_args(["program", "--ros-args", "-r", "a:=b", "--", "own"]))
try:
    get_available_rmw_implementations()
except OSError:  # ROS 2 looks for them in a prefix
    pass
executor.shutdown()
shutdown()
