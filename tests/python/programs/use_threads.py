"""The multi-threaded executor: blocking calls, rates, guard conditions, exceptions."""
import threading
import time

import rclpy
from rclpy.executors import MultiThreadedExecutor
from std_srvs.srv import SetBool
from support import show

rclpy.init(args=[])
node = rclpy.create_node("n")


def answer(request, response):
    response.success = request.data
    return response


node.create_service(SetBool, "ask", answer)
client = node.create_client(SetBool, "ask")
executor = MultiThreadedExecutor(4)
executor.add_node(node)
thread = threading.Thread(target=executor.spin, daemon=True)
thread.start()
print(client.wait_for_service(timeout_sec=10))
print(client.call(SetBool.Request(data=True), timeout_sec=10))
rate = node.create_rate(50)
began = time.monotonic()
for _ in range(5):
    rate.sleep()
print(time.monotonic() - began > 0.05)
print(node.destroy_rate(rate))
show(rate.sleep)
ran = threading.Event()
main = threading.get_ident()
where = []
guard = node.create_guard_condition(lambda: (where.append(threading.get_ident()), ran.set()))
guard.trigger()
print(ran.wait(10), where[0] != main)
print(executor.shutdown(timeout_sec=10))
thread.join(10)
print(thread.is_alive())


def fail():
    raise RuntimeError("from a thread")


executor = MultiThreadedExecutor(2)
executor.add_node(node)
node.create_timer(0.01, fail)
show(executor.spin)
executor.shutdown()
rclpy.shutdown()
