"""Parameters of another node: clients, events, handlers of events."""
import rclpy
from rclpy.executors import SingleThreadedExecutor
from rclpy.parameter import Parameter
from rclpy.parameter_client import AsyncParameterClient
from rclpy.parameter_event_handler import ParameterEventHandler
from support import spin_until

rclpy.init(args=[])
owner, other = rclpy.create_node("owner"), rclpy.create_node("other")
owner.declare_parameter("number", 1)
owner.declare_parameter("text", "x")
executor = SingleThreadedExecutor()
executor.add_node(owner)
executor.add_node(other)
client = AsyncParameterClient(other, "owner")
print(client.wait_for_services(timeout_sec=10), client.services_are_ready())


def ask(future):
    executor.spin_until_future_complete(future, timeout_sec=10)
    return future.result()


heard, events = [], []
handler = ParameterEventHandler(other)
handle = handler.add_parameter_callback(
    "number", "owner", lambda parameter: heard.append(parameter.value.integer_value))
handler.add_parameter_event_callback(lambda event: events.append(event.node))
while other.count_publishers("/parameter_events") < 2:
    executor.spin_once(timeout_sec=0.1)
print(ask(client.get_parameters(["number", "text"])).values[0].integer_value)
print(ask(client.get_parameters(["nope"])))
print(ask(client.get_parameter_types(["number", "text"])))
print(ask(client.set_parameters([Parameter("number", value=2), Parameter("text", value=3)])))
print(ask(client.set_parameters([Parameter("nope", value=3)])).results[0].successful)
print(ask(client.set_parameters_atomically([Parameter("number", value=4)])))
print(ask(client.list_parameters(["number"], 1)))
print(ask(client.describe_parameters(["number"])))
executor.remove_node(owner)
executor.remove_node(other)
print(spin_until(lambda: heard == [2, 4], owner, other), heard, set(events))
handler.remove_parameter_callback(handle)
try:
    handler.remove_parameter_callback(handle)
except RuntimeError as error:
    print(error)
rclpy.shutdown()
