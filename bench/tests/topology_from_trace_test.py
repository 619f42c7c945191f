"""A graph that was recorded while it ran is written down as it is: `ranvier topology from-trace`,
and, of a node that runs, `from-live`.

usage: topology_from_trace_test.py <ranvier> <tracing_program> <source>
"""
import json
import os
import pathlib
import shutil
import subprocess
import sys
import tempfile
import unittest

RANVIER, PROGRAM, SOURCE = sys.argv.pop(1), sys.argv.pop(1), pathlib.Path(sys.argv.pop(1))
sys.path += [str(SOURCE / "tests/support"), str(SOURCE / "tests/tracing")]
from own_domain import own_domain  # noqa: E402
from processes import Program  # noqa: E402

GRAPH = {"nodes": [
    {"node_name": "camera", "publishers": [
        {"topic_name": "image", "msg_type": "stamped_vector", "msg_size": 5000, "period_ms": 20,
         "qos": {"reliability": "best_effort", "depth": 3}}],
     "timers": [{"period_ms": 50}]},
    {"node_name": "detector", "subscribers": [
        {"topic_name": "image", "msg_type": "stamped_vector",
         "qos": {"reliability": "best_effort"}}],
     "publishers": [{"topic_name": "boxes", "msg_type": "stamped9_float32", "after": "image",
                     "every": 2, "work_us": 3000}],
     "servers": [{"service_name": "reset", "srv_type": "stamped10b"}]},
    {"node_name": "planner", "subscribers": [
        {"topic_name": "boxes", "msg_type": "stamped9_float32", "work_us": 2000},
        {"topic_name": "command", "msg_type": "stamped10b"},
        {"topic_name": "state", "msg_type": "stamped10b"}],
     "clients": [{"service_name": "reset", "srv_type": "stamped10b", "period_ms": 100}]},
    {"node_name": "controller", "threads": [
        {"name": "control", "period_ms": 20, "work_us": 4000}],
     "publishers": [{"topic_name": "command", "msg_type": "stamped10b", "thread": "control"},
                    {"topic_name": "state", "msg_type": "stamped10b", "thread": "control",
                     "every": 5}]}]}


class FromTrace(unittest.TestCase):
    def setUp(self):
        self.folder = tempfile.mkdtemp(prefix="ranvier_topology_")
        self.addCleanup(shutil.rmtree, self.folder, ignore_errors=True)
        self.traces = self.path("traces")

    def path(self, name):
        return os.path.join(self.folder, name)

    def run_ranvier(self, *words, **variables):
        return subprocess.run([RANVIER, *words], capture_output=True, text=True, timeout=90,
                              env={**os.environ, **variables})

    def recorded(self, graph):
        """What is written down of a graph that ran for two seconds as a process per node."""
        pathlib.Path(self.path("graph.json")).write_text(json.dumps(graph))
        ran = self.run_ranvier("bench", "topology", self.path("graph.json"), "--repeats", "1",
                               "--seconds", "2", "--case", "/multi-process$",
                               RANVIER_TRACE=self.traces, RANVIER_TRACE_BUFFER="4096")
        self.assertEqual(ran.returncode, 0, ran.stdout + ran.stderr)
        written = self.run_ranvier("topology", "from-trace", self.traces, "--out",
                                   self.path("found.json"))
        self.assertEqual(written.returncode, 0, written.stderr)
        nodes = json.loads(pathlib.Path(self.path("found.json")).read_text())["nodes"]
        return {node["node_name"]: node for node in nodes}

    def test_what_ran_is_what_is_written_down(self):
        found = self.recorded(GRAPH)
        self.assertEqual(set(found), {"camera", "detector", "planner", "controller"})
        self.assertEqual(len({node["process"] for node in found.values()}), 4)
        [image] = found["camera"]["publishers"]
        self.assertEqual((image["topic_name"], image["msg_type"], image["msg_size"]),
                         ("image", "stamped_vector", 5000))
        self.assertAlmostEqual(image["period_ms"], 20)
        self.assertEqual(image["qos"], {"reliability": "best_effort", "durability": "volatile",
                                        "depth": 3})
        self.assertIn(50, [timer["period_ms"] for timer in found["camera"]["timers"]])
        [boxes] = found["detector"]["publishers"]
        self.assertEqual((boxes["after"], boxes["every"], boxes["msg_type"]),
                         ("image", 2, "stamped9_float32"))
        self.assertGreater(boxes["work_us"], 2000)
        heard = found["planner"]["subscribers"][0]
        self.assertGreater(heard["work_us"], 1500)
        self.assertNotIn("timers", found["planner"])  # that of the client is the client's
        [call] = found["planner"]["clients"]
        self.assertAlmostEqual(call["period_ms"], 100, delta=10)
        self.assertEqual([one["service_name"] for one in found["detector"]["servers"]], ["reset"])

        on_it = {one["topic_name"]: (one["thread"], one.get("every", 1))
                 for one in found["controller"]["publishers"]}
        name = on_it["command"][0]
        self.assertEqual(on_it, {"command": (name, 1), "state": (name, 5)})
        [thread] = [one for one in found["controller"]["threads"] if one["name"] == name]
        self.assertAlmostEqual(thread["period_ms"], 20, delta=2)
        self.assertGreater(thread["work_us"], 3000)
        self.assertLess(thread["work_us"], 7000)
        # Others are threads of the start, which lived too short to be known.
        for node in found.values():
            for other in node.get("threads", []):
                if other != thread:
                    self.assertLess(other["work_us"], 100 * other["period_ms"])

    def test_what_is_written_down_can_be_replayed(self):
        self.recorded(GRAPH)
        listed = self.run_ranvier("bench", "topology", self.path("found.json"), "--list")
        self.assertEqual(listed.returncode, 0, listed.stderr)
        self.assertIn("topology/found/composed-isolated", listed.stdout)
        ran = self.run_ranvier("bench", "topology", self.path("found.json"), "--repeats", "1",
                               "--seconds", "1", "--html", self.path("page.html"), "--case",
                               "found/(multi-process|composed|composed-events)$")
        self.assertEqual(ran.returncode, 0, ran.stdout + ran.stderr)
        self.assertIn("ros2 launch --compose all", ran.stdout)
        self.assertIn("planner:boxes", ran.stdout)
        self.assertIn("What each deployment would bring",
                      pathlib.Path(self.path("page.html")).read_text())

    def test_a_folder_without_traces_is_refused(self):
        done = self.run_ranvier("topology", "from-trace", self.path("nothing"))
        self.assertEqual(done.returncode, 1)
        self.assertIn("nothing", done.stderr)

    def test_a_node_that_runs_is_written_down_and_left_alone(self):
        environment = {**os.environ, "ROS_DOMAIN_ID": str(own_domain()),
                       "RANVIER_TRACE_SESSIONS": self.path("sessions"),
                       "ROS_AUTOMATIC_DISCOVERY_RANGE": "LOCALHOST"}
        with Program(PROGRAM, environment) as program:
            program.send("one")
            done = subprocess.run([RANVIER, "topology", "from-live", "--seconds", "1"],
                                  capture_output=True, text=True, env=environment, timeout=60)
            self.assertEqual(done.returncode, 0, done.stderr)
            program.send("two")
            program.end()
        [node] = json.loads(done.stdout)["nodes"]
        self.assertEqual(node["node_name"], "front_watched")
        self.assertIn("front/scan", [one["topic_name"] for one in node["publishers"]])

    def test_nobody_who_runs_is_said(self):
        done = self.run_ranvier("topology", "from-live", "--seconds", "0.5",
                                ROS_DOMAIN_ID=str(own_domain()),
                                RANVIER_TRACE_SESSIONS=self.path("sessions"))
        self.assertEqual(done.returncode, 1)
        self.assertIn("No process of domain", done.stderr)


if __name__ == "__main__":
    unittest.main()
