"""A process of `ranvier bench python`: worker.py mode=MODE [key=value ...]

The same program runs on our rclpy and on ROS 2's, whichever PYTHONPATH has, and as the bare
interpreter. What it says to the runner: bench/common/conductor.h.
"""
import sys
import time

MODES = {"graph": "bench_graph", "floor": "bench_graph", "image": "bench_image",
         "threads": "bench_threads", "idle": "bench_idle"}


def main():
    words = dict(word.split("=", 1) for word in sys.argv[1:])
    if words["mode"] == "start":
        start(words)
    if words.get("cpus"):
        import os
        os.sched_setaffinity(0, {int(words["cpus"])})
    module = __import__(MODES[words["mode"]])
    from bench_session import run
    run(module.make(words))


def start(words):
    """From the exec to a node, or to the first line of a program (nodes=0)."""
    node = None
    if words["nodes"] != "0":
        import rclpy
        rclpy.init(args=[])
        node = rclpy.create_node("start")
    figures = {"start_ms": (time.monotonic_ns() - int(words["exec_ns"])) / 1e6}
    from bench_session import Session, run
    session = Session()
    session.figures = lambda: figures
    run(session)
    del node
    sys.exit()


if __name__ == "__main__":
    main()
