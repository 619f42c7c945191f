"""The command line of the Python peer: the words that every peer shares."""

import argparse

from cyclonedds.core import Policy, Qos
from cyclonedds.util import duration


def parse() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("mode", choices=["pub", "sub", "graph", "serve", "call"])
    parser.add_argument("--topic", default="/chatter")
    parser.add_argument("--service", default="/add_two_ints")
    parser.add_argument("--type", default=None)
    parser.add_argument("--best-effort", action="store_true")
    parser.add_argument("--transient-local", action="store_true")
    parser.add_argument("--keep-all", action="store_true")
    parser.add_argument("--depth", type=int, default=10)
    parser.add_argument("--deadline-ms", type=int)
    parser.add_argument("--lifespan-ms", type=int)
    for ignored in ("--node", "--namespace"):  # raw DDS knows no nodes
        parser.add_argument(ignored)
    parser.add_argument("--user-data", default="")
    return parser.parse_args()


def endpoint_qos(options: argparse.Namespace) -> Qos:
    """What the options ask for; PLAIN_CDR is the one encoding of ROS 2."""
    history = Policy.History.KeepAll if options.keep_all else Policy.History.KeepLast(options.depth)
    policies = [
        Policy.Reliability.BestEffort
        if options.best_effort
        else Policy.Reliability.Reliable(duration(infinite=True)),
        Policy.Durability.TransientLocal
        if options.transient_local
        else Policy.Durability.Volatile,
        history,
        Policy.DataRepresentation(use_cdrv0_representation=True),
        Policy.WriterDataLifecycle(autodispose=False),
    ]
    if options.transient_local:
        policies.append(Policy.DurabilityService(0, history, -1, -1, -1))
    if options.deadline_ms is not None:
        policies.append(Policy.Deadline(duration(milliseconds=options.deadline_ms)))
    if options.lifespan_ms is not None:
        policies.append(Policy.Lifespan(duration(milliseconds=options.lifespan_ms)))
    if options.user_data:
        policies.append(Policy.Userdata(options.user_data.encode()))
    return Qos(*policies)
