"""A robot's graph from one launch file, composed and not: seen from outside it is the same."""
import json
import pathlib
import signal
import socket
import subprocess
import sys
import unittest

from launch_case import LaunchCase
from prefix import BUILD, LIMIT
from recordings import SHARED

BENCH = pathlib.Path(__file__).resolve().parents[2] / "bench"
LAUNCH = BENCH / "launch/topology.launch.py"
FILES = (BENCH / "topologies/create3_like.json",
         SHARED.parent / "topologies/sierra_nevada.json")
VIEWS = (("node", "list"), ("topic", "list", "-t"), ("service", "list", "-t"),
         ("graph", "-f", "json"))


class Arrivals:
    """Where each node tells that it has met everybody (bench/ours/spinning.h)."""

    def __init__(self, path):
        self.path = path
        self.socket = socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM)
        self.socket.bind(str(path))
        self.socket.settimeout(LIMIT)

    def wait_for(self, count):
        for _ in range(count):
            self.socket.recv(8)

    def close(self):
        self.socket.close()
        self.path.unlink()


class TopologyTest(LaunchCase):
    def seen(self, file, mode):
        """Give what the command shows of the graph, and how many processes it has."""
        names = [node["node_name"] for node in json.loads(file.read_text())["nodes"]]
        arrivals = Arrivals(self.prefix.path / "arrivals")
        self.addCleanup(arrivals.socket.close)
        environment = {"AMENT_PREFIX_PATH": str(BUILD / "lib/bench_prefix"),
                       "RANVIER_BENCH_SPINNING": str(arrivals.path)}
        launch = self.prefix.start("--compose", mode, LAUNCH, f"file:={file}", **environment)
        self.addCleanup(launch.close)
        try:
            arrivals.wait_for(len(names))
        except TimeoutError:
            self.fail("\n".join(launch.lines))
        seen = {words: self.ros2(*words) for words in VIEWS}
        seen |= {name: self.ros2("node", "info", f"/{name}") for name in names}
        running = [one for one in self.prefix.processes()
                   if b"bench_prefix" in one.split(b" ")[0]]
        self.assertEqual(launch.end(signal.SIGINT), 0)
        arrivals.close()
        return seen, len(running)

    def ros2(self, *words):
        done = subprocess.run([sys.executable, "-B", BUILD / "bin/ros2", *words],
                              env=self.prefix.environment(), capture_output=True, text=True,
                              timeout=LIMIT)
        self.assertEqual((done.returncode, done.stderr), (0, ""), words)
        return done.stdout

    def test_the_graph_is_the_same_in_each_mode(self):
        for file in FILES:
            with self.subTest(file=file.name):
                if not file.is_file():
                    self.skipTest(f"{file} is not there")
                names = [node["node_name"] for node in json.loads(file.read_text())["nodes"]]
                apart, processes = self.seen(file, "none")
                self.assertEqual(processes, len(names))
                self.assertEqual(sorted(f"/{name}" for name in names),
                                 apart["node", "list"].split())
                for mode in ("all", "isolated"):
                    together, processes = self.seen(file, mode)
                    self.assertEqual(processes, 1, mode)
                    for view, text in apart.items():
                        self.assertEqual(together[view], text, (mode, view))

    def test_a_file_that_is_no_topology_is_named(self):
        file = self.prefix.file("broken.json", '{"nodes": [{"node_name": "a", "legs": 4}]}')
        for mode, status in (("none", 3), ("all", 3)):
            done = self.prefix.launch("--compose", mode, LAUNCH, f"file:={file}",
                                      AMENT_PREFIX_PATH=str(BUILD / "lib/bench_prefix"))
            self.assertEqual(done.returncode, status, done.stdout)
            self.assertIn("legs", done.stdout + done.stderr)


if __name__ == "__main__":
    unittest.main()
