"""Requests and responses: asynchronous, with done callbacks, in coroutines."""
import rclpy
from rclpy.callback_groups import ReentrantCallbackGroup
from std_srvs.srv import SetBool, Trigger
from support import kind

rclpy.init(args=[])
node = rclpy.create_node("n")


def answer(request, response):
    response.success = request.data
    response.message = "yes" if request.data else "no"
    return response


service = node.create_service(SetBool, "ask", answer)
client = node.create_client(SetBool, "ask")
print(client.wait_for_service(timeout_sec=10))
future = client.call_async(SetBool.Request(data=True))
print(future.done(), future.result())
rclpy.spin_until_future_complete(node, future, timeout_sec=10)
print(future.done(), future.result(), future.exception(), future.cancelled())
told = []
future = client.call_async(SetBool.Request(data=False))
future.add_done_callback(lambda done: told.append(done.result()))
while not told:
    rclpy.spin_once(node, timeout_sec=1)
print(told)

group = ReentrantCallbackGroup()
inner = node.create_client(SetBool, "ask", callback_group=group)


async def answer_later(request, response):
    first = await inner.call_async(SetBool.Request(data=True))
    second = await inner.call_async(SetBool.Request(data=False))
    response.message = first.message + second.message
    return response


node.create_service(Trigger, "later", answer_later, callback_group=group)
outer = node.create_client(Trigger, "later", callback_group=group)
print(outer.wait_for_service(timeout_sec=10))
future = outer.call_async(Trigger.Request())
rclpy.spin_until_future_complete(node, future, timeout_sec=10)
print(future.result())

node.create_service(Trigger, "wrong", lambda request, response: None)
wrong = node.create_client(Trigger, "wrong")
print(wrong.wait_for_service(timeout_sec=10))
future = wrong.call_async(Trigger.Request())
kind(lambda: rclpy.spin_until_future_complete(node, future, timeout_sec=2))
print(future.done())
print(service.srv_name, service.service_name, node.destroy_service(service),
      node.destroy_service(service), node.destroy_client(client))
kind(lambda: client.call_async(SetBool.Request()))
rclpy.shutdown()
