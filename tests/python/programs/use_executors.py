"""Executors: nodes that come and go, time that is over, exceptions, executors of users."""
import time

import rclpy
from rclpy.executors import (
    ExternalShutdownException, ShutdownException, SingleThreadedExecutor, TimeoutException)
from rclpy.task import Future
from support import show

rclpy.init(args=[])
node = rclpy.create_node("n", start_parameter_services=False)
one, two = SingleThreadedExecutor(), SingleThreadedExecutor()
print(one.add_node(node), one.add_node(node), one.get_nodes() == [node], node.executor is one)
print(two.add_node(node), one.get_nodes(), node.executor is two)
print(two.remove_node(node), two.get_nodes())
one.add_node(node)
began = time.monotonic()
one.spin_once(timeout_sec=0.2)
print(time.monotonic() - began > 0.1)
began = time.monotonic()
one.spin_until_future_complete(Future(), timeout_sec=0.2)
print(time.monotonic() - began > 0.1)
show(lambda: one.wait_for_ready_callbacks(timeout_sec=0.05))
guard = node.create_guard_condition(lambda: print("ran"))
guard.trigger()
task, entity, of = one.wait_for_ready_callbacks(timeout_sec=5)
print(type(task).__name__, entity is guard, of is node)
task()


class Counting(SingleThreadedExecutor):
    count = 0

    def spin_once(self, timeout_sec=None):
        self.count += 1
        super().spin_once(timeout_sec)


counting = Counting()
counting.add_node(node)
guard.trigger()
counting.spin_once(timeout_sec=5)
print(counting.count)


def fail():
    raise ValueError("from a timer")


timer = node.create_timer(0.01, fail)
show(lambda: rclpy.spin(node))
show(lambda: rclpy.spin_once(node))
node.destroy_timer(timer)
with SingleThreadedExecutor() as inside:
    print(inside.get_nodes(), inside.context is rclpy.get_default_context())
show(lambda: inside.spin_once(timeout_sec=0))
print([kind.__mro__[1].__name__ for kind in
       (ExternalShutdownException, ShutdownException, TimeoutException)])
stop = node.create_timer(0.01, rclpy.shutdown)
show(lambda: rclpy.spin(node))
print(rclpy.ok())
