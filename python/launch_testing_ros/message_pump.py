"""A node that is spun beside a test."""
import threading


class MessagePump:
    """Spins a node in a thread, from start() to stop()."""

    def __init__(self, node, context=None):
        from rclpy.executors import SingleThreadedExecutor
        self.__executor = SingleThreadedExecutor(context=context or node.context)
        self.__executor.add_node(node)
        self.__thread = None

    def __spin(self):
        from rclpy.executors import ExternalShutdownException
        try:
            self.__executor.spin()
        except ExternalShutdownException:
            pass

    def start(self):
        self.__thread = threading.Thread(target=self.__spin, daemon=True)
        self.__thread.start()

    def stop(self):
        self.__executor.shutdown()
        self.__thread.join()
