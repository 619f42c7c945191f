"""What the programs share. They run under ROS 2's rclpy and under ours."""
import time

import rclpy


def show(function):
    """Print what a call gives, or raises: its kind, and the first line of its words."""
    try:
        print(function())
    except Exception as error:
        words = str(error).splitlines()
        print(f"{type(error).__name__}: {words[0] if words else ''}")


def kind(function):
    """The same where the words of ROS 2's own layers are not ours: print the kind alone."""
    try:
        print(function())
    except Exception as error:
        print(type(error).__name__)


def spin_until(condition, *nodes, seconds=10):
    """Spin until the condition holds; whether it does."""
    end = time.monotonic() + seconds
    executor = rclpy.executors.SingleThreadedExecutor()
    for node in nodes:
        executor.add_node(node)
    while not condition() and time.monotonic() < end:
        executor.spin_once(timeout_sec=0.1)
    for node in nodes:
        executor.remove_node(node)
    executor.shutdown()
    return condition()


def members(enumeration):
    """Print the names of an enumeration, and their numbers."""
    print(sorted((int(getattr(value, "value", value)), name)
                 for name, value in enumeration.__members__.items()))
