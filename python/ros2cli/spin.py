"""Spinning, for verbs that go on until a signal."""
from ros2cli.interrupt import status_of_end


def spin(node, done=None, timeout_sec=None):
    """
    Run callbacks of a node until a future is done, the time is over, or a signal comes.

    :return: the status: 0, or that of the signal. SIGINT raises KeyboardInterrupt where it can.
    """
    from rclpy.executors import ExternalShutdownException, SingleThreadedExecutor
    if not node.context.ok():
        return status_of_end()
    executor = SingleThreadedExecutor()
    executor.add_node(node)
    try:
        if done is None:
            executor.spin()
        else:
            executor.spin_until_future_complete(done, timeout_sec)
    except ExternalShutdownException:
        return status_of_end()
    if node.context.ok():
        executor.shutdown()
        return 0
    return status_of_end()


def raise_end_of(was_ok, error):
    """
    Raise the end by a signal in place of an error that follows from it.

    :param was_ok: whether the context was valid before the verb shut it down itself.
    """
    if not was_ok and isinstance(error, Exception):
        from rclpy.executors import ExternalShutdownException
        raise ExternalShutdownException() from error


def publish(node, publisher, message):
    """Publish, unless a signal has just ended the node's context: spin() gives its status."""
    try:
        publisher.publish(message)
    except RuntimeError:
        if node.context.ok():
            raise
