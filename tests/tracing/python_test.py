"""The Python packages of tracing: tracetools_read, tracetools_test, tracetools_trace.

usage: python_test.py <program> <folder of the packages>
"""
import collections
import io
import os
import pathlib
import shutil
import subprocess
import sys
import unittest
from unittest import mock

from processes import Program, TracingTest

PROGRAM, PACKAGES = sys.argv.pop(1), sys.argv.pop(1)
sys.path.insert(0, PACKAGES)

import tracetools_read as read  # noqa: E402  the path above comes first
from tracetools_read.trace import TraceError, get_trace_events, is_trace_directory  # noqa: E402
from tracetools_test.case import TraceTestCase  # noqa: E402
from tracetools_trace.tools import names, path, program, tracepoints  # noqa: E402

# A node of a package, as TraceTestCase runs it: it publishes twice, then ends.
NODE = f"""#!{sys.executable}
import subprocess
node = subprocess.Popen([{PROGRAM!r}], text=True, stdin=subprocess.PIPE, stderr=subprocess.PIPE)
for word in ("one", "two"):
    print(word, file=node.stdin, flush=True)
    while f"heard {{word}}" not in node.stderr.readline():
        pass
node.communicate("")
raise SystemExit(node.returncode)
"""
EVENTS = [tracepoints.rcl_node_init, tracepoints.rcl_publisher_init, tracepoints.rmw_publisher_init,
          tracepoints.rclcpp_publish, tracepoints.callback_start, tracepoints.callback_end]


class Reading(TracingTest):
    def setUp(self):
        super().setUp()
        with Program(PROGRAM, self.environment(RANVIER_TRACE=self.folder)) as traced:
            traced.send("second")
            traced.end()
            self.pid = traced.process.pid
        self.events = get_trace_events(self.folder)

    def test_every_event_is_there_that_babeltrace2_reads(self):
        [trace] = self.traces()
        read_here = collections.Counter(read.get_event_name(event) for event in self.events)
        expected = collections.Counter(f"ros2:{name}" for name in self.names_of(trace))
        self.assertEqual(read_here, expected)
        times = [read.get_event_timestamp(event) for event in self.events]
        self.assertEqual(times, sorted(times))

    def test_an_event_has_its_context_and_its_fields(self):
        [node] = read.get_events_with_name("ros2:rcl_node_init", self.events)
        self.assertEqual(read.get_field(node, "node_name"), "watched")
        self.assertEqual(read.get_field(node, "namespace"), "/front")
        self.assertEqual(read.get_event_pid(node), self.pid)
        self.assertEqual(read.get_tid(node), self.pid)  # the main thread made it
        self.assertEqual(read.get_procname(node), os.path.basename(PROGRAM)[:15])
        [publisher] = [event for event in
                       read.get_events_with_name("ros2:rcl_publisher_init", self.events)
                       if event["topic_name"] == "/front/scan"]
        self.assertEqual(publisher["node_handle"], node["node_handle"])
        self.assertEqual(publisher["queue_depth"], 1)
        gids = [event["gid"] for event in
                read.get_events_with_name("ros2:rmw_publisher_init", self.events)]
        self.assertTrue(all(len(gid) == 24 and gid[16:] == [0] * 8 for gid in gids))

    def test_a_field_that_is_missing_is_an_error_or_a_default(self):
        event = self.events[0]
        with self.assertRaisesRegex(AttributeError, "has no field 'nothing'"):
            read.get_field(event, "nothing")
        self.assertIsNone(read.get_field(event, "nothing", raise_if_not_found=False))
        self.assertEqual(read.get_field(event, "nothing", 7), 7)

    def test_what_is_no_trace_is_told_from_one(self):
        self.assertTrue(is_trace_directory(self.folder))
        empty = os.path.join(self.folder, "empty")
        os.mkdir(empty)
        for folder in (empty, os.path.join(self.folder, "nowhere")):
            self.assertFalse(is_trace_directory(folder))
            with self.assertRaisesRegex(TraceError, folder), self.quiet():
                get_trace_events(folder)

    def quiet(self):
        """The reader's words belong to the test."""
        return mock.patch("subprocess.Popen",
                          lambda *words, **how: POPEN(*words, stderr=subprocess.DEVNULL, **how))


POPEN = subprocess.Popen


class Names(unittest.TestCase):
    def test_every_event_of_the_table_has_a_name(self):
        page = program.run("events").stdout
        table = [line.split("`")[1] for line in page.splitlines() if line.startswith("| `")]
        self.assertEqual(names.EVENTS_ROS, [f"ros2:{name}" for name in table])

    def test_traces_go_where_the_environment_says(self):
        for variables, directory in (({"ROS_TRACE_DIR": "/a/b/"}, "/a/b"),
                                     ({"ROS_HOME": "/c"}, "/c/tracing"),
                                     ({"HOME": "/d"}, "/d/.ros/tracing")):
            with mock.patch.dict(os.environ, variables, clear=True):
                self.assertEqual(path.get_tracing_directory(), directory)


class Case(TraceTestCase):
    """A case as users write one; run by Testing below."""

    events_ros = EVENTS

    def __init__(self, *args):
        super().__init__(*args, session_name_prefix="session-case", events_ros=self.events_ros,
                         package="a_package", nodes=[os.path.basename(PROGRAM)],
                         base_path=os.environ.get("CASE_FOLDER", "."))

    def test_order_and_fields(self):
        [start, *_] = self.get_events_with_name(tracepoints.callback_start)
        self.assertMatchingField(start, "callback", tracepoints.callback_end)
        node = self.get_event_with_field_value_and_assert(
            "node_name", "watched", self.get_events_with_name(tracepoints.rcl_node_init))
        self.assertValidHandle(node, ["node_handle", "rmw_handle"])
        self.assertStringFieldNotEmpty(node, "namespace")
        self.assertFieldEquals(node, "namespace", "/front")
        scan = self.get_event_with_field_value_and_assert(
            "topic_name", "/front/scan", self.get_events_with_name(tracepoints.rcl_publisher_init))
        self.assertValidQueueDepth(scan)
        self.assertFieldType(scan, "topic_name", str)
        [gid, *_] = self.get_events_with_name(tracepoints.rmw_publisher_init)
        self.assertValidStaticArray(gid, "gid", int, 24)
        published = self.get_events_with_name(tracepoints.rclcpp_publish)
        self.assertNumEventsGreaterEqual(
            self.get_events_with_procname(self._nodes[0], published), 3)
        self.assertEventOrder([node, scan, published[-1]])
        self.assertFalse(self.are_events_ordered(published[::-1]))

    def test_that_fails(self):
        [node] = self.get_events_with_name(tracepoints.rcl_node_init)
        self.assertFieldEquals(node, "node_name", "another")


class OtherEvents(Case):
    events_ros = EVENTS + [tracepoints.rcl_lifecycle_transition]


class Testing(TracingTest):
    def setUp(self):
        super().setUp()
        node = pathlib.Path(self.folder, "prefix/lib/a_package", os.path.basename(PROGRAM))
        node.parent.mkdir(parents=True)
        node.write_text(NODE)
        node.chmod(0o755)
        variables = self.environment(AMENT_PREFIX_PATH=str(pathlib.Path(self.folder, "prefix")),
                                     CASE_FOLDER=self.folder)
        patch = mock.patch.dict(os.environ, variables)
        patch.start()
        self.addCleanup(patch.stop)

    @staticmethod
    def run_case(case):
        return unittest.TextTestRunner(stream=io.StringIO()).run(case)

    def test_a_case_that_holds_passes_and_leaves_nothing(self):
        result = self.run_case(Case("test_order_and_fields"))
        self.assertEqual((result.errors, result.failures), ([], []))
        self.assertEqual(self.traces(), ["prefix"])

    def test_a_case_that_does_not_hold_fails(self):
        [(_, words)] = self.run_case(Case("test_that_fails")).failures
        self.assertIn("'watched' != 'another'", words)

    def test_an_event_that_never_comes_fails_the_case(self):
        [(_, words)] = self.run_case(OtherEvents("test_order_and_fields")).failures
        self.assertIn("ros2:rcl_lifecycle_transition", words)

    def test_the_trace_stays_where_that_is_asked_for(self):
        with mock.patch.dict(os.environ, TRACETOOLS_TEST_DEBUG="1"):
            self.run_case(Case("test_order_and_fields"))
        [kept] = [name for name in self.traces() if name != "prefix"]
        self.assertTrue(is_trace_directory(os.path.join(self.folder, kept)))


def load_tests(loader, _tests, _pattern):
    """Not the cases, which Testing runs."""
    return unittest.TestSuite(loader.loadTestsFromTestCase(one) for one in (Reading, Names, Testing))


if __name__ == "__main__":
    if shutil.which("babeltrace2") is None:
        print("SKIPPED: babeltrace2 is not installed (tools/packages.txt)")
        sys.exit(0)
    unittest.main()
