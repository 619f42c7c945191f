"""The Python package ranvier_analysis, on traces of real nodes.

usage: analysis_test.py <tracing_robot> <folder of the packages>
"""
import collections
import json
import math
import os
import pathlib
import shutil
import signal
import subprocess
import sys
import tempfile
import unittest
import warnings
from unittest import mock

ROBOT, PACKAGES = sys.argv.pop(1), sys.argv.pop(1)
sys.path.insert(0, PACKAGES)
sys.path.append(str(pathlib.Path(__file__).resolve().parents[1] / "support"))

import ranvier_analysis  # noqa: E402  the paths above come first
from own_domain import own_domain  # noqa: E402
from ranvier_analysis import NEVER, STAGES, TraceError, TraceWarning  # noqa: E402
from tracetools_read.trace import get_trace_events  # noqa: E402
from tracetools_trace.tools import program  # noqa: E402

MESSAGES = 150
CLOCK = 50_000   # nanoseconds that two readings of one moment may be apart
APART = 10_000   # and that may lie between a stamp and the event beside it, in most messages
CHAIN = "/source -> /raw -> /relay -> /cooked -> /sink"


def environment(folder):
    return {**os.environ, "ROS_DOMAIN_ID": str(own_domain()),
            "ROS_LOG_DIR": f"{folder}/log", "RANVIER_TRACE": f"{folder}/trace",
            "ROS_AUTOMATIC_DISCOVERY_RANGE": "LOCALHOST",
            "RANVIER_TRACE_WHEN_FULL": "block"}


def run_robot(folder):
    """The chain of three nodes, in two processes. Gives what the programs stamped."""
    def start(nodes):
        return subprocess.Popen([ROBOT, nodes, str(MESSAGES), f"{folder}/{nodes}"],
                                env=environment(folder))
    with start("relay") as relay, start("source,sink") as ends:
        try:
            ended = ends.wait(timeout=100)
            relay.send_signal(signal.SIGINT)
            if (ended, relay.wait(timeout=20)) != (0, 0):
                raise AssertionError(f"exit codes {ended}, {relay.returncode}")
        finally:
            ends.kill()
            relay.kill()
    stamps = {}
    for nodes in ("relay", "source,sink"):
        for line in pathlib.Path(folder, nodes).read_text().splitlines():
            what, topic, left, begin, end = line.split()
            stamps[what, topic, int(left)] = (int(begin), int(end))
    return stamps


def analysed(what, folder):
    """What `ranvier-trace` says of the same trace."""
    return json.loads(program.run(what, folder, "--json").stdout)


def statistics(values):
    """As C++ has them: quantiles are values that occurred (nearest rank)."""
    ordered = sorted(values)
    rank = [max(math.ceil(share * len(ordered)), 1) - 1 for share in (0.5, 0.99)]
    return {"count": len(ordered), "min_ns": ordered[0], "p50_ns": ordered[rank[0]],
            "p99_ns": ordered[rank[1]], "max_ns": ordered[-1]} if ordered else {
                "count": 0, "min_ns": 0, "p50_ns": 0, "p99_ns": 0, "max_ns": 0}


class RobotTrace(unittest.TestCase):
    """Has a trace of the robot: one for all tests."""

    @classmethod
    def setUpClass(cls):
        if hasattr(RobotTrace, "trace"):
            return
        RobotTrace.folder = tempfile.mkdtemp(prefix="ranvier_analysis_test_")
        unittest.addModuleCleanup(shutil.rmtree, cls.folder)
        RobotTrace.stamps = run_robot(cls.folder)
        RobotTrace.directory = f"{cls.folder}/trace"
        with warnings.catch_warnings():
            warnings.simplefilter("error")
            RobotTrace.trace = ranvier_analysis.load(cls.directory)


class Analysis(RobotTrace):
    @classmethod
    def setUpClass(cls):
        super().setUpClass()
        [cls.chain] = cls.trace.chains(["/raw", "/sink"])

    def is_same(self, values, json_of):
        mean = json_of.pop("mean_ns")
        self.assertEqual(statistics(values), json_of)
        self.assertAlmostEqual(sum(values) / max(len(values), 1), mean, delta=1)

    def test_events_are_those_that_are_printed(self):
        printed = collections.defaultdict(list)
        for event in get_trace_events(self.directory):
            printed[event["_name"]].append(event)
        self.assertEqual(self.trace.event_count, sum(map(len, printed.values())))
        for name, events in printed.items():
            table = self.trace.event(name)
            self.assertEqual(list(table["_timestamp"]), [one["_timestamp"] for one in events])
            threads = [self.trace.threads.row(number) for number in table["_thread"]]
            self.assertEqual([one["tid"] for one in threads], [one["vtid"] for one in events])
            pids = self.trace.processes["pid"]
            self.assertEqual([pids[one["process"]] for one in threads],
                             [one["vpid"] for one in events])
            for field in table.columns[2:]:
                values = list(table[field])
                if field in ("gid", "publisher_gid", "goal_id"):
                    values = [list(bytes.fromhex(value)) + [0] * 8 for value in values]
                self.assertEqual(values, [one[field] for one in events], f"{name}.{field}")

    def test_durations_are_those_of_the_command(self):
        of_command = {one["callback"]: one
                      for one in analysed("callbacks", self.directory)["callbacks"]}
        ran = [row for row in self.trace.callbacks if row["run_count"]]
        self.assertEqual({row["name"] for row in ran}, set(of_command))
        for row in ran:
            says = of_command[row["name"]]
            self.assertEqual(len(self.trace.runs_of(row)), says["runs"])
            known = [one for one in self.trace.durations(row) if one != NEVER]
            self.is_same(known, says["duration"])
            self.is_same(list(self.trace.periods(row)), says["interval"])

    def test_durations_are_no_copies(self):
        [callback] = self.trace.callbacks_of(topic="/cooked")
        durations = self.trace.durations(callback)
        self.assertIsInstance(durations, memoryview)
        self.assertTrue(durations.readonly)
        for run, duration in zip(self.trace.runs_of(callback), durations):
            self.assertEqual(run["end"] - run["start"], duration)
            self.assertEqual(run["callback"], callback["row"])

    def test_chains_and_stages_are_those_of_the_command(self):
        [says] = [one for one in analysed("chains", self.directory)["chains"]
                  if one["chain"] == CHAIN]
        [chain] = [one for one in self.trace.chains() if one.name == CHAIN]
        self.assertEqual(len(chain), says["count"])
        self.is_same(list(chain.latencies), says["latency"])
        self.is_same(list(chain.totals), says["total"])
        self.assertEqual([tuple(link) for link in chain.links],
                         [(link["from"], link["topic"], link["to"]) for link in says["links"]])
        for number, link in enumerate(says["links"]):
            for stage in STAGES:
                self.is_same(list(chain.stage(stage, number)),
                             link["stages"][stage.replace("_", "-")])

    def test_latencies_are_those_that_the_programs_stamped(self):
        zero = self.trace.processes["clock_zero"][0]
        ways = [way for way in self.chain.ways]
        self.assertGreaterEqual(len(ways), MESSAGES)
        near = 0
        for left, way in zip(range(MESSAGES, 0, -1), ways[-MESSAGES:]):
            published = self.stamps["published", "raw", left]
            sunk = self.stamps["sunk", "cooked", left]
            begin, start, end = (way[name] - zero for name in ("begin", "start", "end"))
            self.assertGreaterEqual(begin, published[0] - CLOCK)
            self.assertLessEqual(begin, published[1] + CLOCK)
            self.assertLessEqual(start, sunk[0] + CLOCK)
            self.assertGreaterEqual(end, sunk[1] - CLOCK)
            near += abs(way["latency"] - (sunk[0] - published[0])) <= APART
        self.assertGreater(near, MESSAGES // 2)

    def test_stages_add_up(self):
        for way in self.chain.ways:
            self.assertEqual(sum(way[stage] for stage in STAGES), way["total"])
            self.assertEqual(way["end"] - way["begin"], way["total"])
        joined = [one for one in self.trace.messages if one["run"] is not None and
                  one["publication"] is not None]
        self.assertGreaterEqual(len(joined), 2 * MESSAGES)
        for one in joined:
            begin = self.trace.publications["begin"][one["publication"]]
            run = self.trace.runs.row(one["run"])
            self.assertEqual(one["latency"], run["start"] - begin)
            if run["end"] is not None:
                self.assertEqual(sum(one[stage] for stage in STAGES), run["end"] - begin)

    def test_causes_lead_back_through_processes(self):
        [sink] = self.trace.callbacks_of(node="/sink", kind="subscription")
        causes = self.trace.causes(sink["first_run"] + sink["run_count"] - 1)
        subscriptions = [self.trace.subscriptions.row(one["subscription"]) for one in causes]
        self.assertEqual([one["topic"] for one in subscriptions], ["/cooked", "/raw"])
        self.assertNotEqual(subscriptions[0]["process"], subscriptions[1]["process"])
        first = self.trace.publications.row(causes[-1]["publication"])
        ticked = self.trace.callbacks.row(self.trace.runs.row(first["run"])["callback"])
        self.assertEqual((ticked["kind"], ticked["name"]), ("timer", "timer 2 ms of /source"))

    def test_objects_and_topics_are_there(self):
        self.assertEqual(sorted(row["name"] for row in self.trace.nodes),
                         ["/relay", "/sink", "/source"])
        self.assertEqual(self.trace.node("/relay")["name"], "/relay")
        [timer] = self.trace.timers
        self.assertEqual(timer["period"], 2_000_000)
        [statistics_of] = self.trace.timer_statistics
        self.assertEqual(statistics_of["timer"], timer["row"])
        traffic = {row["topic"]: row for row in self.trace.topics}
        for topic in ("/raw", "/cooked"):
            [to] = self.trace.subscriptions.where(topic=topic)
            [at] = self.trace.receptions.where(subscription=to["row"])
            self.assertEqual(at["taken"], len(self.trace.messages.where(subscription=to["row"])))
            self.assertGreaterEqual(traffic[topic]["published"], at["taken"])

    def test_histograms_count_every_run(self):
        for callback in self.trace.callbacks:
            known = [one for one in self.trace.durations(callback) if one != NEVER]
            bars = self.trace.histogram(callback)
            self.assertEqual(sum(bar["count"] for bar in bars), len(known))
            beyond = bool(bars) and bars[-1]["until"] is None  # some of the last bar's are there
            for bar in bars[:-2] if beyond else bars:
                inside = [one for one in known if (bar["from"] is None or one >= bar["from"]) and
                          one < bar["until"]]
                self.assertEqual(len(inside), bar["count"])

    def test_states_of_executors_follow_one_another(self):
        by_thread = collections.defaultdict(list)
        for state in self.trace.executor_states:
            by_thread[state["thread"]].append(state)
        self.assertEqual(len(self.trace.executors), 2)  # one in each process
        for executor in self.trace.executors:
            states = by_thread[executor["thread"]]
            for one, next_one in zip(states, states[1:]):
                self.assertLessEqual(one["end"], next_one["begin"])
            for name, sum_of in (("run", "running"), ("wait", "waiting")):
                spent = sum(one["end"] - one["begin"] for one in states if one["state"] == name)
                self.assertEqual(spent, executor[sum_of])
            self.assertEqual(sum(one["state"] == "run" for one in states), executor["runs"])

    def test_a_timeline_is_written_for_a_viewer(self):
        path = pathlib.Path(self.folder, "timeline.json")
        self.trace.export(path)
        slices = [one for one in json.loads(path.read_text())["traceEvents"]
                  if one.get("cat") == "callback"]
        self.assertEqual(len(slices), len(self.trace.runs))

    def test_every_table_says_what_its_columns_are(self):
        for table in self.trace.tables.values():
            for name in table.columns:
                self.assertIn(name, table.describe())
                if not table.name.startswith("ros2:"):
                    self.assertTrue(table.column(name).doc, f"{table.name}.{name}")

    def test_a_name_that_is_not_there_is_told_with_those_that_are(self):
        for call, words in ((lambda: self.trace.node("/nobody"), "'/nobody'.*/relay, /sink"),
                            (lambda: self.trace.event("ros2:nothing"), "'ros2:nothing'"),
                            (lambda: self.trace.chains(["/raw", "/nowhere"]), "/nowhere.*/cooked"),
                            (lambda: self.trace.runs["begun"], "'begun'.*start"),
                            (lambda: self.chain.stage("waiting"), "'waiting'.*transport")):
            with self.assertRaisesRegex(KeyError, words):
                call()
        with self.assertRaisesRegex(AttributeError, "'walks'.*callbacks"):
            self.trace.walks  # pylint: disable=pointless-statement
        with self.assertRaisesRegex(IndexError, "not 99999"):
            self.trace.nodes.row(99999)
        with self.assertRaisesRegex(ValueError, "give a list of topics"):
            self.trace.chains("/raw")
        with self.assertRaisesRegex(TraceError, "--starved.*milliseconds"):
            ranvier_analysis.load(self.directory, starved_ms=-1)

    def test_what_python_lacks_is_told_with_the_remedy(self):
        with mock.patch.dict(sys.modules, numpy=None, pandas=None):
            ranvier_analysis.load(self.directory)
            with self.assertRaisesRegex(ImportError, "to_pandas.*python3-pandas"):
                self.trace.runs.to_pandas()
            with self.assertRaisesRegex(ImportError, "to_numpy.*python3-numpy"):
                self.trace.runs.column("start").to_numpy()

    def test_numpy_sees_the_memory_itself(self):
        try:
            import numpy  # pylint: disable=import-outside-toplevel
        except ImportError:
            self.skipTest("numpy is not installed")
        starts = self.trace.runs.column("start").to_numpy()
        self.assertEqual(starts.dtype, numpy.dtype("datetime64[ns]"))
        self.assertFalse(starts.flags.owndata)
        self.assertEqual(starts.astype("int64").tolist(), list(self.trace.runs["start"]))
        unknown = [value == NEVER for value in self.trace.runs["period"]]
        self.assertEqual(numpy.isnat(self.trace.runs.column("period").to_numpy()).tolist(), unknown)
        self.assertIn(True, unknown)
        names = self.trace.callbacks.column("name").to_numpy()
        self.assertEqual(names.tolist(), list(self.trace.callbacks["name"]))


class Broken(RobotTrace):
    def setUp(self):
        self.spare = tempfile.mkdtemp(prefix="ranvier_analysis_test_")
        self.addCleanup(shutil.rmtree, self.spare)

    def test_a_stream_that_is_cut_is_told_of_and_the_rest_is_read(self):
        shutil.copytree(self.directory, f"{self.spare}/trace", symlinks=True)
        streams = [path for path in pathlib.Path(self.spare, "trace").glob("*/*")
                   if path.is_file() and path.name != "metadata"]
        largest = max(streams, key=lambda path: path.stat().st_size)
        os.truncate(largest, largest.stat().st_size - 100)
        with self.assertWarnsRegex(TraceWarning, "trace"):
            trace = ranvier_analysis.load(f"{self.spare}/trace")
        self.assertTrue(any(largest.name in words for words in trace.complaints),
                        trace.complaints)
        self.assertGreater(trace.event_count, 0)
        self.assertLess(trace.event_count, self.trace.event_count)
        self.assertTrue(trace.runs)

    def test_what_is_no_trace_is_named(self):
        for directory in (self.spare, f"{self.spare}/nowhere"):
            with self.assertRaisesRegex(TraceError, directory):
                ranvier_analysis.load(directory)
        os.mkdir(f"{self.spare}/odd")
        pathlib.Path(self.spare, "odd/metadata").write_text("/* CTF 1.8 */ nothing {")
        with self.assertRaisesRegex(TraceError, "odd"):
            ranvier_analysis.load(f"{self.spare}/odd")

    def test_nothing_is_left_behind(self):
        with mock.patch.object(tempfile, "tempdir", self.spare):
            trace = ranvier_analysis.load(self.directory)
        self.assertEqual(os.listdir(self.spare), [])
        self.assertEqual(list(trace.runs["start"]), list(self.trace.runs["start"]))

    def test_a_disk_without_room_is_told_of(self):
        done = program.run("columns", self.directory, "-o", "/dev/full")
        self.assertEqual(done.returncode, 1)
        self.assertIn("/dev/full", done.stderr)


if __name__ == "__main__":
    unittest.main()
