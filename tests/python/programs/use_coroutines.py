"""Coroutines as callbacks of subscriptions and guard conditions, that await one another."""
import rclpy
from rclpy.callback_groups import ReentrantCallbackGroup
from rclpy.executors import SingleThreadedExecutor
from rclpy.task import Future
from std_msgs.msg import String

rclpy.init(args=[])
node = rclpy.create_node("n")
executor = SingleThreadedExecutor()
executor.add_node(node)
group = ReentrantCallbackGroup()
gates = {"a": Future(), "b": Future()}
log = []


async def heard(message):
    log.append(f"begin {message.data}")
    log.append(await gates[message.data])
    log.append(f"end {message.data}")


async def open_gates():
    gates["b"].set_result("value of b")
    await gates["b"]
    gates["a"].set_result("value of a")


node.create_subscription(String, "chat", heard, 10, callback_group=group)
publisher = node.create_publisher(String, "chat", 10)
guard = node.create_guard_condition(open_gates, callback_group=group)
while publisher.get_subscription_count() < 1:
    executor.spin_once(timeout_sec=0.05)
publisher.publish(String(data="a"))
publisher.publish(String(data="b"))


def spin_until(condition):
    for _ in range(200):
        if condition():
            return True
        executor.spin_once(timeout_sec=0.05)
    return False


print(spin_until(lambda: len(log) == 2), log)
guard.trigger()
print(spin_until(lambda: len(log) == 6), sorted(log[2:]))


async def chain(number):
    return 0 if number == 0 else 1 + await executor.create_task(chain, number - 1)


task = executor.create_task(chain, 20)
executor.spin_until_future_complete(task, timeout_sec=20)
print(task.result())


async def fail_late():
    await done
    raise ValueError("late")


done = Future()
task = executor.create_task(fail_late)
executor.spin_once(timeout_sec=0.1)
done.set_result(None)
try:
    executor.spin_until_future_complete(task, timeout_sec=10)
except ValueError as error:
    print("raised", error)
print(task.done(), repr(task.exception()))
rclpy.shutdown()
