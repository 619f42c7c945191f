"""A node that is spun beside a test."""
import threading


class MessagePump:
    """Spins a node in a thread, from start() to stop()."""

    def __init__(self, node, context=None):
        from rclpy.executors import SingleThreadedExecutor
        self.__executor = SingleThreadedExecutor(context=context or node.context)
        self.__executor.add_node(node)
        self.__node = node
        self.__thread = None
        self.__is_to_end = threading.Event()

    def __spin(self):
        while not self.__is_to_end.is_set():
            self.__executor.spin_once(timeout_sec=None)

    def start(self):
        self.__thread = threading.Thread(target=self.__spin, daemon=True)
        self.__thread.start()

    def stop(self):
        self.__is_to_end.set()
        self.__executor.wake()
        self.__thread.join()
        self.__executor.remove_node(self.__node)
