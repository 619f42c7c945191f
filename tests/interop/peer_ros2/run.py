"""One node, spun on the main thread; commands of stdin are obeyed on another."""

import sys
import threading

import rclpy
from rclpy.executors import ExternalShutdownException, SingleThreadedExecutor

from talk import emit


def run(mode, options, make_node) -> None:
    """`mode(node, options)` makes the endpoints and gives what obeys a line of
    stdin. Spins until stdin ends."""
    rclpy.init(args=[])
    node = make_node(options.node, namespace=options.namespace)
    obey = mode(node, options)
    emit("ready")
    executor = SingleThreadedExecutor()
    executor.add_node(node)
    reader = threading.Thread(target=_read, args=(obey, executor), daemon=True)
    reader.start()
    try:
        executor.spin()
    except ExternalShutdownException:
        pass
    finally:  # a callback may have raised something: peers are told at once that it has gone
        node.destroy_node()
        rclpy.try_shutdown()


def _read(obey, executor) -> None:
    for line in sys.stdin:
        try:
            obey(line.split())
        except Exception as error:  # the test sees it, and the next line is read
            emit("error", what=repr(error))
    rclpy.try_shutdown()
    executor.wake()
