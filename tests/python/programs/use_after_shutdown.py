"""What raises after shutdown, and what does not."""
import rclpy
from rclpy.action import ActionClient, ActionServer
from rclpy.duration import Duration
from rclpy.executors import SingleThreadedExecutor
from rclpy.parameter_client import AsyncParameterClient
from rclpy.wait_for_message import wait_for_message
from std_msgs.msg import String
from std_srvs.srv import Trigger
from test_msgs.action import Fibonacci

rclpy.init(args=[])
context = rclpy.get_default_context()
node = rclpy.create_node("n")
publisher = node.create_publisher(String, "t", 1)
subscription = node.create_subscription(String, "t", print, 1)
client = node.create_client(Trigger, "s")
service = node.create_service(Trigger, "s", print)
timer = node.create_timer(1, print)
rate = node.create_rate(1)
guard = node.create_guard_condition(print)
action_client = ActionClient(node, Fibonacci, "a")
action_server = ActionServer(node, Fibonacci, "a", print)
parameters = AsyncParameterClient(node, "n")
executor = SingleThreadedExecutor()
rclpy.shutdown()


def show(name, does):
    try:
        given = does()
        print(name, given if isinstance(given, (bool, int, str, type(None))) else type(given))
    except Exception as error:
        print(name, "raises", type(error).__name__)


for name, does in {
        "publish": lambda: publisher.publish(String()),
        "get_subscription_count": publisher.get_subscription_count,
        "assert_liveliness": publisher.assert_liveliness,
        "wait_for_all_acked": lambda: publisher.wait_for_all_acked(Duration()),
        "topic_name": lambda: publisher.topic_name,
        "of a subscription": lambda: subscription.topic_name,
        "get_publisher_count": subscription.get_publisher_count,
        "service_is_ready": client.service_is_ready,
        "wait_for_service": client.wait_for_service,
        "with a time": lambda: client.wait_for_service(0.1),
        "call_async": lambda: client.call_async(Trigger.Request()),
        "service_name": lambda: (client.service_name, service.service_name),
        "timer": lambda: (timer.reset(), timer.is_canceled(), timer.cancel()),
        "trigger": guard.trigger,
        "rate": rate.sleep,
        "server_is_ready": action_client.server_is_ready,
        "wait_for_server": action_client.wait_for_server,
        "services_are_ready": parameters.services_are_ready,
        "wait_for_services": parameters.wait_for_services,
        "get_name": node.get_name,
        "resolve_topic_name": lambda: node.resolve_topic_name("t"),
        "count_publishers": lambda: node.count_publishers("t"),
        "count_subscribers": lambda: node.count_subscribers("t"),
        "count_clients": lambda: node.count_clients("s"),
        "count_services": lambda: node.count_services("s"),
        "get_topic_names_and_types": node.get_topic_names_and_types,
        "get_service_names_and_types": node.get_service_names_and_types,
        "get_node_names": node.get_node_names,
        "get_node_names_and_namespaces": node.get_node_names_and_namespaces,
        "get_publishers_info_by_topic": lambda: node.get_publishers_info_by_topic("t"),
        "get_subscriptions_info_by_topic": lambda: node.get_subscriptions_info_by_topic("t"),
        "of a node": lambda: node.get_publisher_names_and_types_by_node("n", "/"),
        "wait_for_node": lambda: node.wait_for_node("n", 1),
        "create_publisher": lambda: node.create_publisher(String, "u", 1),
        "create_subscription": lambda: node.create_subscription(String, "u", print, 1),
        "create_client": lambda: node.create_client(Trigger, "u"),
        "create_service": lambda: node.create_service(Trigger, "u", print),
        "create_timer": lambda: node.create_timer(1, print),
        "create_rate": lambda: node.create_rate(1),
        "create_guard_condition": lambda: node.create_guard_condition(print),
        "ActionClient": lambda: ActionClient(node, Fibonacci, "b"),
        "ActionServer": lambda: ActionServer(node, Fibonacci, "b", print),
        "AsyncParameterClient": lambda: AsyncParameterClient(node, "m"),
        "declare_parameter": lambda: node.declare_parameter("p", 1),
        "sleep_for": lambda: node.get_clock().sleep_for(Duration(seconds=1)),
        "wait_for_message": lambda: wait_for_message(String, node, "t", time_to_wait=0.1),
        "create_node": lambda: rclpy.create_node("m", context=context),
        "SingleThreadedExecutor": lambda: SingleThreadedExecutor(context=context),
        "spin": executor.spin,
        "spin_until_future_complete": lambda: executor.spin_until_future_complete(
            rclpy.Future(), 0.1),
        "add_node": lambda: executor.add_node(node),
        "get_domain_id": context.get_domain_id,
        "destroy_timer": lambda: node.destroy_timer(timer),
        "destroy_rate": lambda: node.destroy_rate(rate),
        "destroy_client": lambda: node.destroy_client(client),
        "try_shutdown": rclpy.try_shutdown,
        "shutdown of the context": context.shutdown,
        "destroy_node": node.destroy_node}.items():
    show(name, does)
