"""The Python peer of the interop tests: raw DDS over PyPI `cyclonedds`, with
the ROS names and types written out. Driven by lines on stdin, answering in
JSON lines on stdout."""

import os
import pathlib
import sys

sys.path.append(str(pathlib.Path(__file__).resolve().parent.parent / "python"))

import graph  # noqa: E402
import options  # noqa: E402
import services  # noqa: E402
import topics  # noqa: E402

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
