"""The Python peer of the interop tests: raw DDS over PyPI `cyclonedds`, with
the ROS names and types written out. Driven by lines on stdin, answering in
JSON lines on stdout."""

import os

import graph
import options
import services
import topics

MODES = {
    "pub": topics.publish,
    "sub": topics.subscribe,
    "graph": graph.watch,
    "serve": services.serve,
    "call": services.call,
}


def main() -> None:
    asked = options.parse()
    MODES[asked.mode](int(os.environ.get("ROS_DOMAIN_ID", "0")), asked)


if __name__ == "__main__":
    main()
