"""tracetools_analysis, as notebooks for ROS 2 use it: names, columns, answers.

usage: field_api_test.py <tracing_robot> <folder of the packages>

Needs pandas; without it, it says so and tests the rest.
"""
import os
import pathlib
import shutil
import struct
import subprocess
import sys
import tempfile
import unittest
from unittest import mock

ROBOT, PACKAGES = sys.argv.pop(1), sys.argv.pop(1)
sys.path.insert(0, PACKAGES)
sys.path.append(str(pathlib.Path(__file__).resolve().parents[1] / "support"))

import ranvier_analysis  # noqa: E402  the paths above come first
from own_domain import own_domain  # noqa: E402
from ranvier_analysis.table import Column, Table  # noqa: E402
from tracetools_analysis.loading import Events, load_file  # noqa: E402
from tracetools_analysis.processor import Processor  # noqa: E402
from tracetools_analysis.processor.ros2 import Ros2Handler  # noqa: E402
from tracetools_analysis.utils import DataModelUtil  # noqa: E402
from tracetools_analysis.utils.ros2 import Ros2DataModelUtil  # noqa: E402
from tracetools_analysis.utils.symbols import readable  # noqa: E402

try:
    import pandas
except ImportError:
    pandas = None

COLUMNS = {
    "contexts": ("context_handle", ["timestamp", "pid", "version"]),
    "nodes": ("node_handle", ["timestamp", "tid", "rmw_handle", "name", "namespace"]),
    "publishers": ("publisher_handle", ["timestamp", "node_handle", "rmw_handle", "topic_name",
                                        "depth"]),
    "subscriptions": ("subscription_handle", ["timestamp", "node_handle", "rmw_handle",
                                              "topic_name", "depth"]),
    "subscription_objects": ("subscription", ["timestamp", "subscription_handle"]),
    "services": ("service_handle", ["timestamp", "node_handle", "rmw_handle", "service_name"]),
    "clients": ("client_handle", ["timestamp", "node_handle", "rmw_handle", "service_name"]),
    "timers": ("timer_handle", ["timestamp", "period", "tid"]),
    "timer_node_links": ("timer_handle", ["timestamp", "node_handle"]),
    "callback_objects": ("reference", ["timestamp", "callback_object"]),
    "callback_symbols": ("callback_object", ["timestamp", "symbol"]),
    "lifecycle_state_machines": ("state_machine_handle", ["node_handle"]),
    "rclcpp_publish_instances": (None, ["timestamp", "message"]),
    "rcl_publish_instances": (None, ["publisher_handle", "timestamp", "message"]),
    "rmw_publish_instances": (None, ["timestamp", "message"]),
    "callback_instances": (None, ["callback_object", "timestamp", "duration", "intra_process"]),
    "lifecycle_transitions": (None, ["state_machine_handle", "start_label", "goal_label",
                                     "timestamp"]),
}
_FORMATS = {"uint64": "Q", "int32": "i", "double": "d", "bool": "?", "text": "I", "place": "I"}


class Robot(unittest.TestCase):
    """Has a trace of three nodes in one process."""

    @classmethod
    def setUpClass(cls):
        if hasattr(Robot, "directory"):
            return
        folder = tempfile.mkdtemp(prefix="ranvier_field_api_")
        unittest.addModuleCleanup(shutil.rmtree, folder)
        Robot.directory = f"{folder}/trace"
        subprocess.run(
            [ROBOT, "source,relay,sink", "50", f"{folder}/stamps"], check=True, timeout=100,
            env={**os.environ, "ROS_DOMAIN_ID": str(own_domain()),
                 "ROS_AUTOMATIC_DISCOVERY_RANGE": "LOCALHOST", "ROS_LOG_DIR": f"{folder}/log",
                 "RANVIER_TRACE": cls.directory, "RANVIER_TRACE_WHEN_FULL": "block"})
        Robot.events = load_file(cls.directory, quiet=True)


class WithoutPandas(Robot):
    def test_the_remedy_is_named(self):
        with mock.patch.dict(sys.modules, pandas=None), \
                self.assertRaisesRegex(ImportError, "python3-pandas"):
            Ros2Handler.process(self.events)

    def test_events_are_those_of_the_reader(self):
        first = next(iter(self.events))
        self.assertEqual(first["_timestamp"], self.events.trace.begin)
        self.assertEqual(sum(1 for _ in self.events), len(self.events))

    def test_what_is_no_events_is_refused(self):
        with self.assertRaisesRegex(TypeError, "list.*load_file"):
            Ros2Handler.process([])
        with self.assertRaisesRegex(TypeError, "give handlers"):
            Processor(Ros2Handler)

    def test_symbols_become_readable(self):
        for symbol, expected in (
                ("void (Node::*)(const Msg&) const", "void (Node::*)(constMsg&) const"),
                ("std::_Bind<void (Pong::*(Pong*, std::_Placeholder<1>))(std::shared_ptr<Msg_<"
                 "std::allocator<void> > >)>", "void (Pong::?)(std::shared_ptr<Msg>)"),
                ("f(std::unique_ptr<M, std::default_delete<M> >)", "f(std::unique_ptr<M>)"),
                ("std::allocator<unclosed", ""), ("", "")):
            self.assertEqual(readable(symbol), expected)


@unittest.skipUnless(pandas, "SKIPPED: pandas is not installed")
class WithPandas(Robot):
    @classmethod
    def setUpClass(cls):
        super().setUpClass()
        cls.handler = Ros2Handler.process(cls.events)
        cls.util = Ros2DataModelUtil(cls.handler.data)

    def test_the_tables_have_the_columns_of_the_field(self):
        for name, (index, columns) in COLUMNS.items():
            frame = getattr(self.handler.data, name)
            self.assertEqual(list(frame.columns), columns, name)
            self.assertEqual(frame.index.name, index, name)

    def test_durations_are_those_of_the_trace(self):
        trace = self.events.trace
        ran = [row for row in trace.callbacks if row["run_count"]]
        symbols = self.util.get_callback_symbols()
        self.assertEqual(set(symbols), {row["handle"] for row in ran})
        for row in ran:
            frame = self.util.get_callback_durations(row["handle"])
            known = [run for run in trace.runs_of(row) if run["end"] is not None]
            self.assertEqual(frame["duration"].astype("int64").tolist(),
                             [run["duration"] for run in known])
            self.assertEqual(frame["timestamp"].astype("int64").tolist(),
                             [run["start"] for run in known])
            self.assertEqual(str(frame["duration"].dtype), "timedelta64[ns]")

    def test_owners_of_callbacks_are_named(self):
        tid = self.util.get_node_tid_from_name("relay")
        self.assertEqual(self.util.get_tids(), [tid])
        self.assertEqual(sorted(self.util.get_node_names_from_tid(tid)),
                         ["relay", "sink", "source"])
        handles = {row["name"]: row["handle"] for row in self.events.trace.callbacks}
        self.assertEqual(self.util.get_callback_owner_info(handles["timer 2 ms of /source"]),
                         f"Timer -- node: source, tid: {tid}, period: 2 ms")
        self.assertEqual(self.util.get_callback_owner_info(handles["/cooked of /sink"]),
                         f"Subscription -- node: sink, tid: {tid}, topic: /cooked")
        self.assertIsNone(self.util.get_callback_owner_info(1))
        self.assertIsNone(self.util.get_node_tid_from_name("nobody"))
        data = self.handler.data
        publisher = data.publishers.index[data.publishers["topic_name"] == "/raw"][0]
        self.assertEqual(self.util.get_publisher_handle_info(publisher),
                         {"node": "source", "tid": tid, "topic": "/raw"})
        self.assertIsNone(self.util.get_timer_handle_info(1))

    def test_publications_of_all_layers_are_in_one_table(self):
        frame = self.util.get_publish_instances()
        self.assertEqual(list(frame.columns), ["timestamp", "message", "layer", "publisher_handle"])
        self.assertTrue(frame["timestamp"].is_monotonic_increasing)
        trace = self.events.trace
        counts = frame["layer"].value_counts().to_dict()
        for layer in ("rclcpp", "rcl", "rmw"):
            self.assertEqual(counts.get(layer, 0), len(trace.event(f"{layer}_publish")))
        self.assertIsNone(self.util.get_rcl_publish_instances("/nothing"))
        self.assertIsNotNone(self.util.get_rcl_publish_instances("/raw"))

    def test_a_table_becomes_a_data_frame(self):
        trace = self.events.trace
        frame = trace.runs.to_pandas()
        self.assertEqual(list(frame.columns), list(trace.runs.columns))
        self.assertEqual(frame["start"].astype("int64").tolist(), list(trace.runs["start"]))
        self.assertEqual(int(frame["period"].isna().sum()),
                         sum(1 for row in trace.callbacks if row["run_count"]))
        timers = [row["row"] for row in trace.callbacks if row["kind"] == "timer"]
        self.assertEqual(set(frame.loc[frame["message"] == -1, "callback"]), set(timers))
        names = trace.callbacks.to_pandas()["name"]
        self.assertEqual(names.tolist(), list(trace.callbacks["name"]))

    def test_times_are_converted(self):
        frame = pandas.DataFrame({"a": [1_500_000], "b": [1_700_000_000_123_456_789]})
        made = DataModelUtil.convert_time_columns(frame, "a", ["b"], inplace=False)
        self.assertEqual(made["a"][0], 1.5)
        self.assertEqual(made["b"][0].value, 1_700_000_000_123_456_789)
        self.assertEqual(frame["a"][0], 1_500_000)
        DataModelUtil.compute_column_difference(frame, "b", "a", "c")
        self.assertEqual(frame["c"][0], 1_700_000_000_121_956_789)

    def test_states_of_managed_nodes_follow_one_another(self):
        util = crafted(self.events.trace, rcl_node_init=[
            {"_timestamp": 100, "node_handle": 0x10, "node_name": "lamp"}],
            rcl_lifecycle_state_machine_init=[{"node_handle": 0x10, "state_machine": 0x20}],
            rcl_lifecycle_transition=[
                {"_timestamp": 300, "state_machine": 0x20, "start_label": "unconfigured",
                 "goal_label": "inactive"},
                {"_timestamp": 700, "state_machine": 0x20, "start_label": "inactive",
                 "goal_label": "active"}])
        [(node, frame)] = util.get_lifecycle_node_state_intervals().items()
        self.assertEqual(node, 0x10)
        self.assertEqual(frame["state"].tolist(), ["unconfigured", "inactive", "active"])
        self.assertEqual(frame["start_timestamp"].astype("int64").tolist(), [100, 300, 700])
        self.assertEqual(frame["end_timestamp"][:2].astype("int64").tolist(), [300, 700])
        self.assertTrue(pandas.isna(frame["end_timestamp"][2]))
        self.assertEqual(util.get_lifecycle_node_handle_info(node)["lifecycle node"], "lamp")

    def test_services_are_found_by_their_handles(self):
        util = crafted(self.events.trace,
                       rcl_node_init=[{"node_handle": 0x10, "node_name": "adder"}],
                       rcl_service_init=[{"service_handle": 0x30, "node_handle": 0x10,
                                          "service_name": "/add"}],
                       rclcpp_service_callback_added=[{"service_handle": 0x30, "callback": 0x31}],
                       rcl_client_init=[{"client_handle": 0x40, "node_handle": 0x10,
                                         "service_name": "/add"}])
        self.assertRegex(util.get_callback_owner_info(0x31), r"Service -- node: adder, .* /add")
        self.assertEqual(util.get_client_handle_info(0x40)["service"], "/add")

    def test_one_address_in_two_processes_is_two_objects(self):
        init = [{"_thread": thread, "node_handle": 0x10, "node_name": name}
                for thread, name in ((0, "first"), (1, "second"))]
        util = crafted(self.events.trace, rcl_node_init=init, rcl_publisher_init=[
            {"_thread": thread, "publisher_handle": 0x20, "node_handle": 0x10,
             "topic_name": f"/{thread}"} for thread in (0, 1)],
            rcl_publish=[{"_thread": 1, "publisher_handle": 0x20, "message": 5, "_timestamp": 9}])
        second = 0x10 | 1 << 48
        self.assertEqual(util.data.nodes["name"].to_dict(), {0x10: "first", second: "second"})
        self.assertEqual(util.data.publishers["node_handle"].tolist(), [0x10, second])
        self.assertEqual(len(util.get_rcl_publish_instances("/0")), 0)
        self.assertEqual(len(util.get_rcl_publish_instances("/1")), 1)


def crafted(like, **events):
    """The util of a trace with these events alone, of two processes with one thread each."""
    file = mock.Mock(head={"complaints": [], "events": 1, "discarded": 0, "begin": 0, "end": 0})
    rows = {f"ros2:{name}": listed for name, listed in events.items()}
    rows["processes"] = [{"pid": 1}, {"pid": 2}]
    rows["threads"] = [{"process": 0, "tid": 1}, {"process": 1, "tid": 2}]
    file.tables = {name: crafted_table(table, rows.get(name, []))
                   for name, table in like.tables.items()}
    trace = ranvier_analysis.Trace("crafted", file)
    return Ros2DataModelUtil(Ros2Handler.process(Events(trace)))


def crafted_table(like, rows):
    texts, columns = [""], []
    for name in like.columns:
        kind = like.column(name).kind
        values = [row.get(name, "" if kind == "text" else 0) for row in rows]
        if kind == "text":
            texts += values
            values = [texts.index(value) for value in values]
        memory = b"".join(struct.pack("<" + _FORMATS.get(kind, "q"), value) for value in values)
        columns.append(Column(memoryview(memory),
                              {"name": name, "kind": kind, "doc": "", "at": 0}, len(rows), texts))
    return Table(like.name, like.doc, len(rows), columns)


if __name__ == "__main__":
    unittest.main()
