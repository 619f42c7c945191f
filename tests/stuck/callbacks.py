"""Callbacks in Python that wait for themselves: one case a process."""
import sys
import threading
import time

import rclpy
from example_interfaces.action import Fibonacci
from rclpy.action import ActionClient, ActionServer
from rclpy.callback_groups import ReentrantCallbackGroup
from rclpy.executors import MultiThreadedExecutor, SingleThreadedExecutor
from rclpy.node import Node
from std_msgs.msg import Bool
from std_srvs.srv import Empty
from tf2_ros.buffer import wait_for_transform


def call_in_a_callback():
    """As rclpy#567 and #883: the response comes on the thread that waits for it."""
    node, other = Node("caller"), Node("other")
    client = node.create_client(Empty, "/other")
    other.create_service(Empty, "/other", lambda request, response: response)
    node.create_timer(0.05, lambda: client.call(Empty.Request()))
    executor = SingleThreadedExecutor()
    executor.add_node(node)
    executor.add_node(other)
    executor.spin()


def call_in_own_group():
    """As rclpy#1028: there are threads, and the group of the client is not free."""
    node = Node("grouped")
    client = node.create_client(Empty, "/nobody")
    node.create_timer(0.05, lambda: client.call(Empty.Request()))
    executor = MultiThreadedExecutor(2)
    executor.add_node(node)
    executor.spin()


def spin_in_a_callback():
    """As rclpy#1398: a spin in a callback, for what the spin outside of it would serve."""
    node, helper = Node("outer"), Node("helper")
    client = helper.create_client(Empty, "/outer")
    node.create_service(Empty, "/outer", lambda request, response: response)

    def ask():
        inner = SingleThreadedExecutor()
        inner.add_node(helper)
        inner.spin_until_future_complete(client.call_async(Empty.Request()))

    node.create_timer(0.05, ask)
    executor = SingleThreadedExecutor()
    executor.add_node(node)
    executor.spin()


def transform_with(executor, in_a_group):
    """As geometry2#327: transforms come with a subscription, which the wait may keep from running."""
    node, heard = Node("localizer"), []
    group = ReentrantCallbackGroup() if in_a_group else None
    node.create_subscription(Bool, "/tf", heard.append, 10, callback_group=group)
    publisher = node.create_publisher(Bool, "/tf", 10)

    def ask():
        time.sleep(float(sys.argv[2]))  # slow, and not stuck
        publisher.publish(Bool())
        wait_for_transform(lambda: heard)
        print("it has come", file=sys.stderr)
        rclpy.shutdown()

    node.create_timer(0.05, ask)
    executor.add_node(node)
    executor.spin()


def transform_on_own_thread():
    transform_with(SingleThreadedExecutor(), False)


def transform_on_another_thread():
    transform_with(MultiThreadedExecutor(2), True)


def with_an_action(in_a_callback):
    """A timer's callback beside a server that takes each goal, and ends none."""
    node, base = Node("navigator"), Node("base")
    ends = threading.Event()

    def run(goal):
        ends.wait()
        return Fibonacci.Result()

    server = ActionServer(base, Fibonacci, "/navigate", run,
                          callback_group=ReentrantCallbackGroup())
    client = ActionClient(node, Fibonacci, "/navigate")
    node.create_timer(0.05, lambda: in_a_callback(client))
    executor = MultiThreadedExecutor(3)
    executor.add_node(node)
    executor.add_node(base)
    executor.spin()
    server.destroy()


def goal_in_a_callback():
    with_an_action(lambda client: client.send_goal(Fibonacci.Goal()))


def result_in_a_callback():
    """The first call sends the goal; one that finds it accepted waits for its result."""
    futures = []

    def ask(client):
        if not futures:
            futures.append(client.send_goal_async(Fibonacci.Goal()))
        elif futures[0].done():
            futures[0].result().get_result()

    with_an_action(ask)


rclpy.init()
{"call": call_in_a_callback, "grouped": call_in_own_group, "spin": spin_in_a_callback,
 "goal": goal_in_a_callback, "result": result_in_a_callback,
 "transform": transform_on_own_thread, "transforms": transform_on_another_thread}[sys.argv[1]]()
