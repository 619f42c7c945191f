"""Futures and tasks."""
import rclpy
from rclpy.executors import SingleThreadedExecutor
from rclpy.task import Future, Task
from support import show

rclpy.init(args=[])
executor = SingleThreadedExecutor()


def add(a, b=2):
    return a + b


def run(what, *args, **kwargs):
    task = executor.create_task(what, *args, **kwargs)
    executor.spin_until_future_complete(task, timeout_sec=10)
    return task


print(run(add, 1, b=5).result())
waited = Future()


async def double(x):
    ready = Future()
    ready.set_result(x * 2)
    return await ready


async def wait():
    return "waited", await waited


print(run(double, 4).result())
task = executor.create_task(wait())
executor.spin_once(timeout_sec=0.1)
print(task.done())
waited.set_result(9)
executor.spin_until_future_complete(task, timeout_sec=10)
print(task.result())


async def fail():
    raise KeyError("key")


task = executor.create_task(fail)
show(lambda: executor.spin_once(timeout_sec=1))
show(task.result)
print(repr(task.exception()))

future = Future()
print(future.done(), future.cancelled(), future.result(), future.exception())
future.cancel()
print(future.done(), future.cancelled(), future.result())
future.set_result(3)
print(future.done(), future.cancelled(), future.result())
future = Future()
future.set_exception(ValueError("bad"))
show(future.result)
print(repr(future.exception()))
order = []
future = Future()
future.add_done_callback(lambda done: order.append(1))
future.set_result(1)
future.add_done_callback(lambda done: order.append(2))
print(order)
task = Task(add, (1,), {"b": 3})
print(task.done(), task.executing())
task()
print(task.done(), task.result())
rclpy.shutdown()
