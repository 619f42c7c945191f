"""Callback groups, and who may begin in them."""
import rclpy
from rclpy.callback_groups import (
    CallbackGroup, MutuallyExclusiveCallbackGroup, ReentrantCallbackGroup)
from rclpy.executors import SingleThreadedExecutor

rclpy.init(args=[])
node = rclpy.create_node("groups")
exclusive, reentrant = MutuallyExclusiveCallbackGroup(), ReentrantCallbackGroup()
first = node.create_timer(1000, print, exclusive)
second = node.create_timer(1000, print, exclusive)
third = node.create_timer(1000, print, reentrant)
print(isinstance(exclusive, CallbackGroup), exclusive.has_entity(first),
      exclusive.has_entity(third), reentrant.has_entity(third))
print(exclusive.can_execute(first), exclusive.beginning_execution(first),
      exclusive.can_execute(second), exclusive.beginning_execution(second))
exclusive.ending_execution(first)
print(exclusive.can_execute(second))
print(reentrant.can_execute(third), reentrant.beginning_execution(third),
      reentrant.beginning_execution(third))
reentrant.ending_execution(third)
reentrant.add_entity(first)
print(reentrant.has_entity(first))
print(type(node.default_callback_group).__name__, first.callback_group is exclusive)
executor = SingleThreadedExecutor()
print(executor.can_execute(first))
node.destroy_node()
rclpy.shutdown()
