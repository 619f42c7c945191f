"""Spinning, for verbs that go on until a signal."""

SIGTERM_STATUS = 15


def spin(node, done=None, timeout_sec=None):
    """
    Run callbacks of a node until a future is done, the time is over, or a signal comes.

    :return: the status: 0, or 15 after SIGTERM. SIGINT raises KeyboardInterrupt.
    """
    from rclpy.executors import ExternalShutdownException, SingleThreadedExecutor
    if not node.context.ok():
        return SIGTERM_STATUS
    executor = SingleThreadedExecutor()
    executor.add_node(node)
    try:
        if done is None:
            executor.spin()
        else:
            executor.spin_until_future_complete(done, timeout_sec)
    except ExternalShutdownException:
        return SIGTERM_STATUS
    if node.context.ok():
        executor.shutdown()
        return 0
    return SIGTERM_STATUS
