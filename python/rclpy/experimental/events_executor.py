"""The executor that is driven by events."""
from rclpy.executors import SingleThreadedExecutor


class EventsExecutor(SingleThreadedExecutor):
    """
    Runs callbacks on the thread that spins, in the order in which they became ready.

    All executors here are driven by events: this is the name that later releases have for one.
    """
