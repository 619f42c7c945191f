"""Executors step by step, and those of a user."""
import rclpy
from rclpy.executors import (
    ConditionReachedException, Executor, MultiThreadedExecutor, ShutdownException,
    SingleThreadedExecutor, TimeoutException, TimeoutObject, await_or_execute)
from rclpy.task import Future, Task
from support import kind, show

rclpy.init(args=[])
node = rclpy.create_node("steps")
ran = []
node.create_timer(0.01, lambda: ran.append("timer"))


class Own(Executor):
    def spin_once(self, timeout_sec=None):
        task, entity, of = self.wait_for_ready_callbacks(timeout_sec=timeout_sec)
        task()
        ran.append((type(task) is Task, of is node))


own = Own()
own.add_node(node)
own.spin_once(timeout_sec=10)
print(ran[-1], own.get_nodes() == [node], own.context is node.context)
own.wake()
own.remove_node(node)
show(lambda: own.wait_for_ready_callbacks(timeout_sec=0))
show(lambda: own.wait_for_ready_callbacks(timeout_sec=0, condition=lambda: True))
base = Executor()
show(base.spin_once)
kind(lambda: base.spin_once_until_future_complete(Future()))
print(base.shutdown())

for kind_of in (SingleThreadedExecutor, lambda: MultiThreadedExecutor(2)):
    executor = kind_of()
    print(executor.add_node(node), executor.add_node(node))
    future = Future()
    future.set_result(1)
    executor.spin_once_until_future_complete(future, timeout_sec=1)
    pending = executor.create_task(lambda: 7)
    executor.spin_until_future_complete(pending, timeout_sec=10)
    print(pending.done(), pending.result())
    ran.clear()
    while not ran:
        executor.spin_once(timeout_sec=1)
    executor.remove_node(node)
    executor.shutdown()


async def coroutine(word):
    return word + "!"


executor = SingleThreadedExecutor()
for callback in (coroutine, lambda word: word + "?"):
    task = executor.create_task(await_or_execute, callback, "word")
    executor.spin_until_future_complete(task, timeout_sec=10)
    print(task.result(), task.executing(), task.cancelled())
limit = TimeoutObject(5)
limit.timeout = 7
print(limit.timeout)
print(rclpy.get_global_executor() is rclpy.get_global_executor())
task = executor.create_task(coroutine, "canceled")
task.cancel()
print(task.cancelled(), task.done())
with SingleThreadedExecutor() as within:
    within.add_node(node)
print(within.get_nodes(), [one.__name__ for one in (
    TimeoutException, ShutdownException, ConditionReachedException)])
show(within.spin_once)
show(lambda: MultiThreadedExecutor("two"))
print(executor.shutdown(timeout_sec=1))
rclpy.spin_once(node, timeout_sec=1)


class Last(Own):
    def spin_once(self, timeout_sec=None):
        raise ValueError("of an executor")


show(Last().spin)
rclpy.shutdown()
