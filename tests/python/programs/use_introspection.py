"""Service introspection, and the messages that it publishes."""
import rclpy
from rclpy.executors import SingleThreadedExecutor
from rclpy.qos import qos_profile_system_default
from rclpy.service_introspection import ServiceIntrospectionState
from std_srvs.srv import SetBool

rclpy.init(args=[])
node = rclpy.create_node("n")
executor = SingleThreadedExecutor()
executor.add_node(node)


def answer(request, response):
    response.success = request.data
    return response


service = node.create_service(SetBool, "ask", answer)
client = node.create_client(SetBool, "ask")
client.wait_for_service(timeout_sec=10)
events = []
subscription = node.create_subscription(
    SetBool.Event, "/ask/_service_event", events.append, 10)
clock = node.get_clock()


def ask():
    future = client.call_async(SetBool.Request(data=True))
    executor.spin_until_future_complete(future, timeout_sec=10)
    return future.result().success


def hear(count):
    for _ in range(100):
        if len(events) >= count:
            break
        executor.spin_once(timeout_sec=0.05)
    print([(one.info.event_type, len(one.request), len(one.response)) for one in
           sorted(events, key=lambda one: one.info.event_type)])
    events.clear()


service.configure_introspection(
    clock, qos_profile_system_default, ServiceIntrospectionState.CONTENTS)
while subscription.get_publisher_count() < 1:
    executor.spin_once(timeout_sec=0.05)
print(ask())
hear(2)
service.configure_introspection(clock, qos_profile_system_default, ServiceIntrospectionState.OFF)
client.configure_introspection(
    clock, qos_profile_system_default, ServiceIntrospectionState.METADATA)
while subscription.get_publisher_count() < 1:
    executor.spin_once(timeout_sec=0.05)
print(ask())
hear(2)
rclpy.shutdown()
