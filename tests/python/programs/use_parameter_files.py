"""Parameters of files, of peers, and what events say of them."""
import pathlib
import tempfile

import rclpy
from rcl_interfaces.msg import ParameterEvent
from rclpy.executors import SingleThreadedExecutor
from rclpy.parameter import Parameter, parameter_dict_from_yaml_file
from rclpy.parameter_client import AsyncParameterClient
from rclpy.parameter_event_handler import (
    ParameterCallbackHandle, ParameterEventCallbackHandle, ParameterEventHandler)
from support import kind, show

FILE = """
/**:
  ros__parameters:
    wild: 1
/served:
  ros__parameters:
    number: 7
    nested: {deep: [1.5, 2.5], text: words}
/other:
  ros__parameters:
    more: 8
"""
rclpy.init(args=[])
served = rclpy.create_node("served", allow_undeclared_parameters=True)
asking = rclpy.create_node("asking")
executor = SingleThreadedExecutor()
executor.add_node(served)
executor.add_node(asking)
folder = tempfile.TemporaryDirectory()
path = pathlib.Path(folder.name, "file.yaml")
path.write_text(FILE)
for arguments in ({}, {"use_wildcard": True}, {"target_nodes": ["/served"]},
                  {"target_nodes": ["/served"], "use_wildcard": True},
                  {"target_nodes": ["/nobody"]}, {"namespace": "space"}):
    show(lambda: {name: (one.value.type, one.name) for name, one in sorted(
        parameter_dict_from_yaml_file(str(path), **arguments).items())})
path.with_name("empty.yaml").write_text("")
kind(lambda: parameter_dict_from_yaml_file(str(path.with_name("empty.yaml"))))
kind(lambda: parameter_dict_from_yaml_file(str(path.with_name("nothing.yaml"))))

client = AsyncParameterClient(asking, "/served")
print(client.wait_for_services(timeout_sec=10), client.services_are_ready())


def until(future):
    executor.spin_until_future_complete(future, timeout_sec=10)
    return future.result()


events = []
client.on_parameter_event(events.append)
handler = ParameterEventHandler(asking)
seen = []
by_name = handler.add_parameter_callback("number", "served", lambda one: seen.append(one.name))
by_event = handler.add_parameter_event_callback(lambda event: seen.append(event.node))
print(type(by_name) is ParameterCallbackHandle, by_name.parameter_name, by_name.node_name,
      callable(by_name.callback), by_name.mutex is not None)
print(type(by_event) is ParameterEventCallbackHandle, callable(by_event.callback),
      by_event.mutex is not None)
while asking.count_subscribers("/parameter_events") < 2:
    executor.spin_once(timeout_sec=0.1)
print([one.successful for one in
       until(client.load_parameter_file(str(path), use_wildcard=True)).results])
print(served.get_parameter("number").value, served.get_parameter("nested.text").value)
print(until(client.load_parameter_file_atomically(str(path))).result.successful)
print([one.successful for one in until(client.delete_parameters(["number"])).results],
      served.has_parameter("number"))
for _ in range(100):
    if len(events) >= 3 and "number" in seen:
        break
    executor.spin_once(timeout_sec=0.1)
print(len(events) >= 3, "number" in seen, "/served" in seen)
handler.remove_parameter_callback(by_name)
handler.remove_parameter_event_callback(by_event)
show(lambda: handler.remove_parameter_callback(by_name))
show(lambda: handler.remove_parameter_event_callback(by_event))
event = ParameterEvent(node="/served")
event.new_parameters = [Parameter("a", value=1).to_parameter_msg()]
event.changed_parameters = [Parameter("b", value="x").to_parameter_msg()]
print(ParameterEventHandler.get_parameter_from_event(event, "a", "/served").value.integer_value,
      ParameterEventHandler.get_parameter_from_event(event, "c", "/served"),
      ParameterEventHandler.get_parameter_from_event(event, "a", "/other"),
      [one.name for one in ParameterEventHandler.get_parameters_from_event(event)])
handler.destroy()
executor.shutdown()
folder.cleanup()
rclpy.shutdown()
