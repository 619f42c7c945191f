"""The genuine peer of the interop tests: ROS 2 Jazzy itself, rclpy over
rmw_fastrtps from PyPI. Same command line, commands and events as the others."""

import pathlib
import sys

sys.path.append(str(pathlib.Path(__file__).resolve().parent.parent / "python"))

from rclpy.lifecycle import LifecycleNode  # noqa: E402
from rclpy.node import Node  # noqa: E402

import actions  # noqa: E402
import clock  # noqa: E402
import endpoints  # noqa: E402
import graph  # noqa: E402
import lifecycle  # noqa: E402
import logs  # noqa: E402
import options  # noqa: E402
import parameters  # noqa: E402
import relay  # noqa: E402
import services  # noqa: E402
from run import run  # noqa: E402

MODES = {
    "pub": endpoints.publish,
    "sub": endpoints.subscribe,
    "graph": graph.watch,
    "node": graph.hold,
    "clock": clock.give,
    "follow": clock.follow,
    "serve": services.serve,
    "call": services.call,
    "spy": services.spy,
    "act": actions.follow,
    "actor": actions.serve,
    "managed": lifecycle.hold,
    "params": parameters.ask,
    "logs": logs.hear,
    "relay": relay.relay,
}
NODES = {"managed": LifecycleNode}


def main() -> None:
    asked = options.parse()
    run(MODES[asked.mode], asked, NODES.get(asked.mode, Node))


if __name__ == "__main__":
    main()
