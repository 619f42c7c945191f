"""The command line of this peer: the words that every peer shares."""

import argparse
import importlib
import os

from rclpy.duration import Duration
from rclpy.qos import DurabilityPolicy, HistoryPolicy, QoSProfile, ReliabilityPolicy


def parse() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("mode")
    parser.add_argument("--topic", default="/chatter")
    parser.add_argument("--service", default="/add_two_ints")
    parser.add_argument("--action", default="/fibonacci")
    parser.add_argument("--of", help="the node whose parameters are asked for")
    parser.add_argument("--introspect", action="store_true")
    parser.add_argument("--mute", action="store_true", help="die of the first request")
    parser.add_argument("--clients", type=int, default=1, help="that call in a volley at once")
    parser.add_argument("--patience", type=float, default=60, help="seconds for a reply of those")
    parser.add_argument("--type")
    parser.add_argument("--types", help="names with commas between")
    parser.add_argument("--node", default=f"ros2_peer_{os.getpid()}")
    parser.add_argument("--namespace", default="/")
    parser.add_argument("--best-effort", action="store_true")
    parser.add_argument("--transient-local", action="store_true")
    parser.add_argument("--best-available", action="store_true")
    parser.add_argument("--keep-all", action="store_true")
    parser.add_argument("--depth", type=int, default=10)
    parser.add_argument("--at-match", type=int, default=0)
    parser.add_argument("--deadline-ms", type=int)
    parser.add_argument("--lifespan-ms", type=int)
    asked = parser.parse_args()
    asked.type_is_given = asked.type is not None
    asked.type = asked.type or "std_msgs/msg/String"
    return asked


def message_class(name: str) -> type:
    """The class of 'package/msg/Name'."""
    package, kind, word = name.split("/")
    return getattr(importlib.import_module(f"{package}.{kind}"), word)


def endpoint_qos(options: argparse.Namespace) -> QoSProfile:
    if options.best_available:
        return QoSProfile(
            depth=options.depth,
            reliability=ReliabilityPolicy.BEST_AVAILABLE,
            durability=DurabilityPolicy.BEST_AVAILABLE,
        )
    qos = QoSProfile(depth=options.depth)
    if options.keep_all:
        qos.history = HistoryPolicy.KEEP_ALL
    if options.best_effort:
        qos.reliability = ReliabilityPolicy.BEST_EFFORT
    if options.transient_local:
        qos.durability = DurabilityPolicy.TRANSIENT_LOCAL
    if options.deadline_ms is not None:
        qos.deadline = Duration(nanoseconds=options.deadline_ms * 1_000_000)
    if options.lifespan_ms is not None:
        qos.lifespan = Duration(nanoseconds=options.lifespan_ms * 1_000_000)
    return qos
