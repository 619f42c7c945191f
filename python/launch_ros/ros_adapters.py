"""A node for the actions that talk to nodes."""
import os
import threading

from launch.event_handlers import OnShutdown


class ROSAdapter:
    """
    A context of rclpy with a node, which a thread spins.

    :param argv: the command line for it.
    :param autostart: start it now.
    :param node_name: of the node; by default it tells the process.
    """

    def __init__(self, *, argv=None, autostart=True, node_name=None):
        self.__argv = [] if argv is None else list(argv)
        self.__node_name = node_name or f"launch_ros_{os.getpid()}"
        self.__context = None
        self.__node = None
        self.__executor = None
        self.__thread = None
        self.__is_running = False
        if autostart:
            self.start()

    def start(self):
        """Make the node, and spin it; RuntimeError if it runs already."""
        if self.__is_running:
            raise RuntimeError("Cannot start a ROS adapter that is running already")
        import rclpy
        from rclpy.executors import SingleThreadedExecutor
        from rclpy.signals import SignalHandlerOptions
        self.__context = rclpy.Context()
        rclpy.init(args=self.__argv, context=self.__context,
                   signal_handler_options=SignalHandlerOptions.NO)
        self.__node = rclpy.create_node(self.__node_name, context=self.__context)
        self.__executor = SingleThreadedExecutor(context=self.__context)
        self.__is_running = True
        self.__thread = threading.Thread(target=self.__spin, daemon=True)
        self.__thread.start()

    def __spin(self):
        from rclpy.executors import ExternalShutdownException
        self.__executor.add_node(self.__node)
        try:
            self.__executor.spin()
        except (ExternalShutdownException, KeyboardInterrupt):
            pass

    def shutdown(self):
        """End the thread and the node; RuntimeError if it does not run."""
        if not self.__is_running:
            raise RuntimeError("Cannot shut down a ROS adapter that is not running")
        self.__is_running = False
        self.__context.try_shutdown()
        self.__executor.wake()
        self.__thread.join()
        self.__executor.shutdown()
        self.__node.destroy_node()

    @property
    def is_running(self):
        return self.__is_running

    @property
    def argv(self):
        return self.__argv

    @property
    def ros_context(self):
        return self.__context

    @property
    def ros_node(self):
        return self.__node

    @property
    def ros_executor(self):
        return self.__executor


def get_ros_adapter(context):
    """
    Give the adapter of a launch; it is made when it is asked for first.

    Where composition is a switch its node is hidden, so that the graph is that of processes.
    """
    adapter = context.get_locals_as_dict().get("ros_adapter")
    if adapter is None:
        composes = context.launch_configurations.get("ros_composition", "none") != "none"
        adapter = ROSAdapter(
            argv=[], node_name=f"_launch_ros_{os.getpid()}" if composes else None)
        context.extend_globals({"ros_adapter": adapter})
        context.register_event_handler(OnShutdown(
            on_shutdown=lambda event, context: adapter.is_running and adapter.shutdown() or None))
    return adapter


def get_ros_node(context):
    """Give the node of a launch."""
    return get_ros_adapter(context).ros_node
