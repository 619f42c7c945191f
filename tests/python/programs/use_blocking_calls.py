"""Calls that wait, while a thread spins."""
import threading
import time

import rclpy
from rclpy.action import ActionClient, ActionServer, CancelResponse
from rclpy.callback_groups import ReentrantCallbackGroup
from rclpy.executors import MultiThreadedExecutor
from std_srvs.srv import Trigger
from support import kind, show
from test_msgs.action import Fibonacci

rclpy.init(args=[])
node = rclpy.create_node("waits")
group = ReentrantCallbackGroup()
executor = MultiThreadedExecutor(2)
executor.add_node(node)
thread = threading.Thread(target=executor.spin)
thread.start()


def execute(handle):
    for _ in range(300):
        if handle.request.order == 1 or handle.is_cancel_requested:
            break
        time.sleep(0.01)
    if handle.is_cancel_requested:
        handle.canceled()
    else:
        handle.succeed()
    return Fibonacci.Result(sequence=[handle.request.order])


server = ActionServer(node, Fibonacci, "count", execute, callback_group=group,
                      cancel_callback=lambda handle: CancelResponse.ACCEPT)
client = ActionClient(node, Fibonacci, "count", callback_group=group)
client.wait_for_server()
print(client.send_goal(Fibonacci.Goal(order=1)).result)
future = client.send_goal_async(Fibonacci.Goal(order=2))
while not future.done():
    time.sleep(0.01)
handle = future.result()
print(handle.cancel_goal().return_code)
print(handle.get_result().status)

service = node.create_service(Trigger, "ask", lambda request, response: response,
                              callback_group=group)
asker = node.create_client(Trigger, "ask", callback_group=group)
print(asker.wait_for_service(timeout_sec=10), asker.service_is_ready(), asker.srv_type,
      service.srv_type, asker.service_name, service.service_name)
print(asker.call(Trigger.Request(), timeout_sec=10))
show(lambda: asker.call(Trigger.Response()))
nobody = node.create_client(Trigger, "nobody")
print(nobody.call(Trigger.Request(), timeout_sec=0.01), nobody.wait_for_service(timeout_sec=0.01))
pending = nobody.call_async(Trigger.Request())
kind(lambda: nobody.get_pending_request(12345))
nobody.remove_pending_request(pending)
print(pending.done(), pending.cancelled())

rate = node.create_rate(50)
began = time.monotonic()
for _ in range(5):
    rate.sleep()
print(time.monotonic() - began > 0.05)
node.destroy_rate(rate)
show(rate.sleep)
other = node.create_rate(1)
other.destroy()
show(other.sleep)
show(lambda: node.create_rate(0))
executor.shutdown()
rclpy.shutdown()
thread.join()
