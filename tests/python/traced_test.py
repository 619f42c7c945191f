"""A trace of a Python node says as much as one of a C++ node.

    PYTHONPATH=... traced_test.py RANVIER-TRACE
"""
import collections
import os
import pathlib
import subprocess
import sys
import tempfile
import unittest

from tracetools_read.trace import get_trace_events

sys.path.append(str(pathlib.Path(__file__).resolve().parents[1] / "support"))
from own_domain import own_domain  # noqa: E402

PROGRAM = sys.argv.pop(1)
NODE = pathlib.Path(__file__).with_name("traced_node.py")


class TracedTest(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        folder = tempfile.TemporaryDirectory(prefix="ranvier_traced_")
        cls.addClassCleanup(folder.cleanup)
        cls.folder = folder.name
        environment = {**os.environ, "RANVIER_TRACE": cls.folder,
                       "RANVIER_TRACE_WHEN_FULL": "block", "PYTHONDONTWRITEBYTECODE": "1",
                       "ROS_DOMAIN_ID": str(own_domain()),
                       "ROS_AUTOMATIC_DISCOVERY_RANGE": "LOCALHOST"}
        subprocess.run([sys.executable, NODE], env=environment, check=True, timeout=100)
        cls.events = collections.defaultdict(list)
        for event in get_trace_events(cls.folder):
            cls.events[event["_name"].removeprefix("ros2:")].append(event)
        cls.names = {event["callback"]: event["symbol"]
                     for event in cls.events["rclcpp_callback_register"]}

    def called(self, kind, whole):
        """The names of callbacks that were added to objects of a kind."""
        return {self.names.get(event["callback"]): event[whole] for event in self.events[kind]}

    def test_a_callback_is_named_as_its_function(self):
        words = self.called("rclcpp_subscription_callback_added", "subscription")
        for name in ("Traced.on_word", "Traced.on_word_later", "on_partial", "Callable.__call__",
                     "Traced.__init__.<locals>.<lambda>"):
            self.assertIn(f"__main__.{name}", words)
        self.assertIn("__main__.Traced.on_ask",
                      self.called("rclcpp_service_callback_added", "service_handle"))
        self.assertIn("__main__.Traced.on_time",
                      self.called("rclcpp_timer_callback_added", "timer_handle"))

    def test_a_timer_is_of_its_node(self):
        timers = self.called("rclcpp_timer_callback_added", "timer_handle")
        timer = timers["__main__.Traced.on_time"]
        [node] = [event["node_handle"] for event in self.events["rcl_node_init"]
                  if event["node_name"] == "traced"]
        self.assertEqual([link["node_handle"] for link in self.events["rclcpp_timer_link_node"]
                          if link["timer_handle"] == timer], [node])
        [period] = [init["period"] for init in self.events["rcl_timer_init"]
                    if init["timer_handle"] == timer]
        self.assertEqual(period, 10_000_000)
        self.assertIn(timer, [end["handle"] for end in self.events["ranvier_fini"]])

    def test_each_run_of_a_callback_begins_and_ends(self):
        for kind in ("callback_start", "callback_end"):
            runs = collections.Counter(
                self.names.get(event["callback"]) for event in self.events[kind])
            self.assertGreaterEqual(runs["__main__.Traced.on_time"], 3, kind)
            self.assertGreaterEqual(runs["__main__.Traced.on_word"], 3, kind)
            self.assertEqual(runs["__main__.Traced.on_ask"], 1, kind)

    def told(self, *words):
        done = subprocess.run([PROGRAM, *words], capture_output=True, text=True, timeout=60)
        self.assertEqual(done.returncode, 0, done.stderr)
        return done.stdout

    def test_analyses_tell_of_its_callbacks_and_chains(self):
        callbacks = self.told("callbacks", self.folder)
        for name in ("/py/words of /py/traced", "service /py/ask of /py/traced",
                     "timer 10 ms of /py/traced"):
            self.assertIn(name, callbacks)
        self.assertIn("/py/traced -> /py/words -> /py/traced", self.told("chains", self.folder))

    def test_the_report_shows_them(self):
        page = pathlib.Path(self.folder, "report.html")
        self.told("report", self.folder, "-o", page)
        for name in ("timer 10 ms of /py/traced", "service /py/ask of /py/traced"):
            self.assertTrue(name in page.read_text(), f"the page does not name {name}")


if __name__ == "__main__":
    unittest.main()
