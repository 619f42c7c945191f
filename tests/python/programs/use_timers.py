"""Timers: periods, cancelling, resetting, coroutines that keep their group."""
import time

import rclpy
from rclpy.callback_groups import MutuallyExclusiveCallbackGroup
from rclpy.executors import SingleThreadedExecutor
from rclpy.task import Future
from support import kind

rclpy.init(args=[])
node = rclpy.create_node("n", start_parameter_services=False)
executor = SingleThreadedExecutor()
executor.add_node(node)


def spin(seconds):
    spin_until(lambda: False, seconds)


def spin_until(condition, seconds=20):
    end = time.monotonic() + seconds
    while not condition() and time.monotonic() < end:
        executor.spin_once(timeout_sec=0.02)


count = []
timer = node.create_timer(0.02, lambda: count.append(1))
print(timer.timer_period_ns, timer.is_canceled(), timer.clock is node.get_clock())
began = time.monotonic()
spin_until(lambda: len(count) >= 6)
print(time.monotonic() - began > 0.1)
timer.cancel()
print(timer.is_canceled(), timer.time_until_next_call(), timer.is_ready())
before = len(count)
spin(0.1)
print(len(count) == before)
timer.reset()
spin_until(lambda: len(count) > before)
print(len(count) > before, timer.time_since_last_call() > 0)
timer.timer_period_ns = 5
print(timer.timer_period_ns, node.destroy_timer(timer), node.destroy_timer(timer))
kind(timer.is_ready)
late = node.create_timer(0.01, print, autostart=False)
print(late.is_canceled())
node.destroy_timer(late)

log, gate = [], Future()


async def begin():
    log.append("begin")
    await gate
    log.append("end")


group = MutuallyExclusiveCallbackGroup()
first = node.create_timer(0.02, begin, callback_group=group)
spin_until(lambda: log)
second = node.create_timer(0.03, lambda: log.append("other"), callback_group=group)
spin(0.3)
print(log)
gate.set_result(1)
spin_until(lambda: "other" in log)
print(log[:2], "other" in log)
rclpy.shutdown()
