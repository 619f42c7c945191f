"""Parts of the commands, called in this process: what no graph of the other tests has."""
import argparse
import contextlib
import io
import itertools
import os
import sys
import tempfile
import threading
import time
import types
import unittest
import unittest.mock

sys.argv.pop(1)  # the folder of the build: it is in the path
import rclpy  # noqa: E402
from example_interfaces.srv import AddTwoInts  # noqa: E402
from rclpy.executors import SingleThreadedExecutor  # noqa: E402
from rclpy.parameter import parameter_dict_from_yaml_file, parameter_value_to_python  # noqa: E402
from rclpy.task import Future  # noqa: E402
from ros2cli.calls import call, spin_while_there  # noqa: E402
from ros2cli.fields import read_message  # noqa: E402
from ros2cli.spin import publish  # noqa: E402
from ros2node.api import get_node_names  # noqa: E402
from ros2param.api import value_of_text  # noqa: E402
from ros2param.parameter_yaml import yaml_file, yaml_line  # noqa: E402
from ros2service.event_order import InOrder  # noqa: E402
from ros2service.verb import echo as service_echo  # noqa: E402
from ros2topic import measure  # noqa: E402
from ros2topic.api import long_profile_of  # noqa: E402
from ros2topic.verb.bw import ROSTopicBandwidth  # noqa: E402
from ros2topic.verb.delay import ROSTopicDelay  # noqa: E402
from ros2topic.verb.hz import ROSTopicHz  # noqa: E402
from ros2topic.verb import echo as topic_echo  # noqa: E402
from ros2workspace.api import get_stacks  # noqa: E402
from service_msgs.msg import ServiceEventInfo  # noqa: E402
from std_msgs.msg import Float64, String  # noqa: E402
from std_srvs.srv import Trigger  # noqa: E402
from support import Domain  # noqa: E402


class CallTest(unittest.TestCase):
    def setUp(self):
        domain = Domain()
        self.addCleanup(domain.close)
        os.environ["ROS_AUTOMATIC_DISCOVERY_RANGE"] = "LOCALHOST"
        rclpy.init(domain_id=domain.number)
        self.addCleanup(rclpy.shutdown)
        self.node, self.server = rclpy.create_node("asks"), rclpy.create_node("answers")
        self.may_answer = threading.Event()
        self.service = self.server.create_service(Trigger, "/slow", self.answer)
        executor = SingleThreadedExecutor()
        executor.add_node(self.server)
        serving = threading.Thread(target=executor.spin)
        serving.start()
        self.addCleanup(serving.join)
        self.addCleanup(executor.shutdown)
        self.addCleanup(self.may_answer.set)

    def answer(self, _request, response):
        self.may_answer.wait()
        response.success = True
        return response

    def test_what_changes_something_is_waited_for_beyond_the_limit(self):
        with self.assertRaisesRegex(RuntimeError, "did not answer within 0.2 s"):
            call(self.node, Trigger, "/slow", Trigger.Request(), limit_s=0.2)
        later = threading.Timer(1, self.may_answer.set)
        later.start()
        response = call(self.node, Trigger, "/slow", Trigger.Request(), limit_s=0.2, patient=True)
        later.join()
        self.assertTrue(response.success)

    def test_who_changes_something_is_told_that_nobody_is_there(self):
        with self.assertRaisesRegex(RuntimeError, "'/nosuch' was not there within 0.1 s"):
            call(self.node, Trigger, "/nosuch", Trigger.Request(), limit_s=0.1, patient=True)

    def test_an_answer_is_waited_for_while_somebody_can_give_it(self):
        there = iter((True, True, False))
        future = Future()
        self.assertEqual(spin_while_there(self.node, future, lambda: next(there)), 0)
        self.assertFalse(future.done())
        self.assertIsNone(next(there, None))
        self.may_answer.set()
        client = self.node.create_client(Trigger, "/slow")
        self.assertTrue(client.wait_for_service(10))
        future = client.call_async(Trigger.Request())
        self.assertEqual(spin_while_there(self.node, future, client.service_is_ready), 0)
        self.assertTrue(future.result().success)


class BurstTest(unittest.TestCase):
    def setUp(self):
        os.environ["ROS_AUTOMATIC_DISCOVERY_RANGE"] = "LOCALHOST"
        self.context = rclpy.Context()
        domain = Domain()
        self.addCleanup(domain.close)
        self.context.init(args=[], domain_id=domain.number)
        self.addCleanup(self.context.shutdown)
        self.node = rclpy.create_node("measures", context=self.context)

    def test_what_measures_counts_each_message_of_a_burst(self):
        publisher = self.node.create_publisher(String, "burst", 10)
        meters = [measure.Meter(self.node, String, "/burst", 1000),
                  measure.PythonMeter(self.node, String, "/burst", 1000)]
        for _ in range(120):
            publisher.publish(String(data="x"))
        executor = SingleThreadedExecutor(context=self.context)
        executor.add_node(self.node)
        end = time.monotonic() + 20
        while any(len(one.arrivals()) < 120 for one in meters) and time.monotonic() < end:
            executor.spin_once(timeout_sec=0.1)
        self.assertEqual([len(one.arrivals()) for one in meters], [120, 120])

    def test_echo_has_a_long_queue_unless_it_is_told_which(self):
        for echo, topic in ((topic_echo.EchoVerb, "t"), (service_echo.EchoVerb, "s")):
            parser = argparse.ArgumentParser()
            echo().add_arguments(parser, "ros2")
            for words, depth in (([], 1000), (["--qos-depth", "3"], 3),
                                 (["--qos-reliability", "reliable"], 1000),
                                 (["--qos-profile", "sensor_data"], 5)):
                args = parser.parse_args([topic, *words])
                self.assertEqual(long_profile_of(args).depth, depth, words)


class PublishTest(unittest.TestCase):
    def test_what_a_signal_overtakes_is_no_error(self):
        failing = types.SimpleNamespace(publish=unittest.mock.Mock(side_effect=RuntimeError))
        node = types.SimpleNamespace(context=types.SimpleNamespace(ok=lambda: False))
        publish(node, failing, None)
        node.context.ok = lambda: True
        with self.assertRaises(RuntimeError):
            publish(node, failing, None)


class MeasureTest(unittest.TestCase):
    def reports_of_two_seconds(self, **options):
        """Give what is printed in two seconds in which no message came but those before."""
        callbacks = []
        node = types.SimpleNamespace(
            create_timer=lambda _period, callback, clock: callbacks.append(callback)
            or types.SimpleNamespace(cancel=lambda: None))
        meter = types.SimpleNamespace(arrivals=lambda: [(1.0, 8, 0.0), (2.0, 8, 0.0)])
        with unittest.mock.patch.object(measure, "spin", lambda _node: [callbacks[0]()
                                                                       for _ in range(2)]), \
                contextlib.redirect_stdout(io.StringIO()) as said:
            measure.report_each_second(node, meter, lambda arrivals: "report", **options)
        return said.getvalue()

    def test_a_second_without_messages_is_reported_where_that_is_asked(self):
        self.assertEqual(self.reports_of_two_seconds(), "report\n")
        self.assertEqual(self.reports_of_two_seconds(of_no_news=True), "report\nreport\n")


class CounterTest(unittest.TestCase):
    """What rqt_topic and others feed with their own subscriptions; times are those of the node."""

    def setUp(self):
        self.now = 0
        clock = types.SimpleNamespace(now=lambda: types.SimpleNamespace(nanoseconds=self.now))
        self.node = types.SimpleNamespace(get_clock=lambda: clock)

    def hear(self, callback, *arrivals):
        for self.now, words in arrivals:
            callback(*words)

    def test_a_rate_is_of_each_topic_and_given_once_a_second(self):
        counter = ROSTopicHz(self.node, 2, filter_expr=lambda message: message != "skipped")
        self.assertIsNone(counter.get_hz("/a"))
        self.hear(counter.callback_hz, (10**9, ("m", "/a")), (2 * 10**9, ("skipped", "/a")),
                  (3 * 10**9, ("m", "/a")), (3 * 10**9, ("m", "/b")))
        self.assertIsNone(counter.get_hz("/a"), "the first question only begins")
        self.assertEqual(counter.get_last_printed_tn("/a"), 3 * 10**9)
        self.hear(counter.callback_hz, (4 * 10**9 - 1, ("m", "/a")))
        self.assertIsNone(counter.get_hz("/a"), "less than a second after the last result")
        self.hear(counter.callback_hz, (4 * 10**9, ("m", "/a")))
        rate, least, most, deviation, count = counter.get_hz("/a")
        self.assertEqual((least, most, count), (1, 10**9 - 1, 2))
        self.assertAlmostEqual(rate * 1e9, 2.0)
        self.assertAlmostEqual(deviation, 0.5e9, delta=2)
        self.assertIsNone(counter.get_hz("/b"), "one message has no period")
        self.hear(counter.callback_hz, (10**9, ("m", "/a")))
        self.assertEqual(counter.get_times("/a"), [], "time went back")

    def test_bandwidth_and_delay_are_of_the_window(self):
        bandwidth, delay = ROSTopicBandwidth(self.node, 2), ROSTopicDelay(self.node, 10)
        self.assertEqual(bandwidth.get_bw(), (None,) * 5)
        self.hear(bandwidth.callback, (0, (b"left",)), (10**9, (b"12",)), (2 * 10**9, (b"1234",)))
        self.now = 3 * 10**9
        self.assertEqual(bandwidth.get_bw(), (3.0, 2, 3.0, 2, 4))
        with contextlib.redirect_stdout(io.StringIO()) as said:
            bandwidth.print_bw()
        self.assertEqual(said.getvalue(),
                         "3 B/s from 2 messages\n\tMessage size mean: 3 B min: 2 B max: 4 B\n")
        with self.assertRaisesRegex(RuntimeError, "^msg does not have header$"):
            delay.callback_delay("m")
        stamped = types.SimpleNamespace(header=types.SimpleNamespace(
            stamp=types.SimpleNamespace(sec=3, nanosec=5)))
        self.hear(delay.callback_delay, *((at * 10**9 + 5, (stamped,)) for at in (4, 5, 7)))
        self.assertEqual(delay.get_delay(), (3 * 10**9, 2 * 10**9, 4 * 10**9, 10**9, 2))
        self.assertIsNone(delay.get_delay(), "no news")


class StacksTest(unittest.TestCase):
    GOOD = ("{s: {built: 'yes', date: '2026-01-01', sources: {a/b: abc}, debian: [], seen: it, "
            "reason: ''}}")

    def refusal(self, text):
        with tempfile.NamedTemporaryFile("w", suffix=".yaml") as file:
            file.write(text)
            file.flush()
            with self.assertRaises(ValueError) as caught:
                get_stacks(file.name)
            return str(caught.exception).replace(file.name, "FILE")

    def test_what_is_no_table_of_stacks_is_refused_with_place_and_value(self):
        with self.assertRaisesRegex(ValueError, "'/nosuch' cannot be read: No such file"):
            get_stacks("/nosuch")
        self.assertRegex(self.refusal("{s: "), "^'FILE' is no YAML: ")
        self.assertRegex(self.refusal("[]"), "^'FILE' must be a map from the names of stacks$")
        self.assertRegex(self.refusal("{s: 1}"), "^stack 's' of 'FILE' must be a map$")
        self.assertRegex(self.refusal(self.GOOD.replace("seen", "saw")),
                         "must have the fields built, .*: see saw, seen$")
        self.assertRegex(self.refusal(self.GOOD.replace("[]", "x")),
                         "^stack 's' of 'FILE': 'debian' must be a list, and is 'x'$")
        self.assertRegex(self.refusal(self.GOOD.replace("yes", "well")),
                         "'built' must be one of yes, partly, no, and is 'well'$")


class ParameterFileTest(unittest.TestCase):
    def file(self, text):
        file = tempfile.NamedTemporaryFile("w", suffix=".yaml")
        self.addCleanup(file.close)
        file.write(text)
        file.flush()
        return file.name

    def values(self, text, *words):
        return {name: parameter_value_to_python(one.value) for name, one in
                parameter_dict_from_yaml_file(self.file(text), *words).items()}

    def test_a_section_means_the_nodes_that_its_pattern_fits(self):
        nodes = ["/n", "/a/n", "/a/b/n", "/a/m"]
        for section, fits in {"/a/n": ["/a/n"], "a/n": ["/a/n"], "n": ["/n"], "/*/n": ["/a/n"],
                              "/**": nodes, "'**/n'": ["/n", "/a/n", "/a/b/n"],
                              "/**/n": ["/n", "/a/n", "/a/b/n"], "/a/*": ["/a/n", "/a/m"],
                              "/a:\n  n": ["/a/n"], "/*:\n  n": ["/a/n"], "/a.*": []}.items():
            text = f"{section}:\n    ros__parameters: {{x: 1}}\n"
            for node in nodes:
                if node in fits:
                    self.assertEqual(self.values(text, True, [node]), {"x": 1}, section)
                else:
                    self.assertRaisesRegex(RuntimeError, "does not contain parameters for",
                                           self.values, text, True, [node])

    def test_the_node_s_own_section_wins_wherever_it_stands(self):
        text = ("n: {ros__parameters: {a: 1}}\n/*: {ros__parameters: {a: 2, b: 2}}\n"
                "/**: {ros__parameters: {a: 3, b: 3, c: 3}}\nm: {ros__parameters: {a: 4}}\n")
        self.assertEqual(self.values(text, True, ["n"]), {"a": 1, "b": 2, "c": 3})
        self.assertEqual(self.values(text, False, ["/n"]), {"a": 1})

    def test_a_file_is_read_as_a_node_reads_it(self):
        text = """/n:
  ros__parameters:
    small: 5e-06
    text: "0123"
    hash: 'before # after'
    none: null
    lines: |
      one
      two
    yes_: y
    octal: 010
    bytes: [!!binary AQ==, !!binary /w==]
    deep: {er: [1.5, .nan, -.inf]}
"""
        values = self.values(text)
        context = rclpy.Context()
        context.init(args=[])
        try:
            node = rclpy.create_node(
                "n", context=context, automatically_declare_parameters_from_overrides=True,
                cli_args=["--ros-args", "--params-file", self.file(text)])
            for name, value in values.items():
                has = node.get_parameter(name).get_parameter_value()
                self.assertEqual(repr(parameter_value_to_python(has)), repr(value), name)
        finally:
            context.shutdown()
        del values["deep.er"]  # it has a NaN
        self.assertEqual(values, {
            "small": 5e-6, "text": "0123", "hash": "before # after", "none": "null",
            "lines": "one\ntwo\n", "yes_": True, "octal": 8, "bytes": [b"\1", b"\xff"]})

    def test_any_value_that_is_dumped_is_read_as_it_was(self):
        texts = ["1e3", "0123", "y", "N", "null", "~", "", " a ", "a # b", "a: b", "one\ntwo\n",
                 "'", '"', "- x", "!!str 1", "nan", "-.inf", ".5", "5.", "0x1p3", "1_000", "12:30",
                 "1e-400", "infinity", "&a", "*a", "%", "@", "\t", "gr\u00fcn", "\U0001f600", "\x07"]
        for value in (*texts, texts, True, [False, True], -2 ** 63, [2 ** 63 - 1], 5e-324, 1e22,
                      -0.0, [1.0, 2.2250738585072009e-308], float("inf"), [b"\0", b"\xff"]):
            for text in (yaml_file({"/n": {"ros__parameters": {"a": {"b": value}}}}),
                         f"n: {{ros__parameters: {{a: {{b: {yaml_line(value)}}}}}}}"):
                read = self.values(text)
                self.assertEqual((read, type(read["a.b"])), ({"a.b": value}, type(value)), text)
        twice = ["a"]
        self.assertEqual(self.values(yaml_file({"n": {"ros__parameters": {"a": twice, "b": twice}}})),
                         {"a": twice, "b": twice})

    def test_a_text_of_the_command_line_means_what_it_means_for_a_node(self):
        for text, value in (("5e-06", 5e-6), ("1e3", 1000.0), ("y", True), ("010", 8), ("", ""),
                            ("null", "null"), ("[1, 2", "[1, 2"), ("'0123'", "0123"),
                            ("[]", []), ("!!binary AQ==", [b"\1"]), ("a b", "a b"),
                            ("[x, y]", ["x", "y"])):
            self.assertEqual(parameter_value_to_python(value_of_text(text)), value, text)
        for text in ("{a: 1}", "a: b", "[1, 2.5]", "[[1]]"):
            self.assertRaisesRegex(RuntimeError, "is no value of a parameter", value_of_text, text)


class TypedFieldsTest(unittest.TestCase):
    def test_a_number_for_a_text_is_the_text_that_was_typed(self):
        for typed in ("5", "1.10", "0123", "12:30:45", "2020-01-01", "1e5", ".inf"):
            self.assertEqual(read_message(String, f"data: {typed}")[0].data, typed)
        self.assertEqual(read_message(Float64, "data: 0x10")[0].data, 16.0)
        for typed in ("", "null", "yes"):
            self.assertRaisesRegex(RuntimeError, "'string' cannot hold", read_message, String,
                                   f"data: {typed}")
        for typed in ("1e400", "1.0e+400"):
            self.assertRaisesRegex(RuntimeError, "beyond the largest", read_message, Float64,
                                   f"data: {typed}")


class EventOrderTest(unittest.TestCase):
    def setUp(self):
        self.now, self.given = 0.0, []
        self.order = InOrder(lambda event: self.given.append(event.info), lambda: self.now)

    def add(self, call, *kinds):
        for kind in kinds:
            self.order.add(AddTwoInts.Event(info=ServiceEventInfo(
                event_type=kind, client_gid=[7] * 16, sequence_number=call)))

    def told(self):
        told = [(one.sequence_number, one.event_type) for one in self.given]
        self.given.clear()
        return told

    def test_the_events_of_a_call_are_given_as_they_happened(self):
        for kinds in itertools.permutations(range(4)):
            self.add(1, *kinds)
            self.assertEqual([kind for _, kind in self.told()], [0, 1, 2, 3], kinds)
            self.order = InOrder(lambda event: self.given.append(event.info), lambda: self.now)

    def test_calls_do_not_wait_for_each_other(self):
        self.add(1, 1)
        self.add(2, 0, 1)
        self.assertEqual(self.told(), [(2, 0), (2, 1)])
        self.add(1, 0)
        self.assertEqual(self.told(), [(1, 0), (1, 1)])

    def test_an_event_waits_a_while_for_what_a_side_may_not_tell(self):
        self.add(1, 2, 1)  # the client tells nothing
        self.order.release()
        self.assertEqual(self.told(), [])
        self.now += 0.6
        self.order.release()
        self.assertEqual(self.told(), [(1, 1), (1, 2)])
        self.add(3, 3, 1)
        self.order.release(everything=True)
        self.assertEqual(self.told(), [(3, 1), (3, 3)])


class NodeNamesTest(unittest.TestCase):
    def test_a_node_is_hidden_by_its_own_name_alone(self):
        node = types.SimpleNamespace(get_node_names_and_namespaces=lambda: [
            ("talker", "/_robot1"), ("_daemon", "/"), ("", "/")])
        self.assertEqual([one.full_name for one in get_node_names(node=node)],
                         ["/_robot1/talker"])
        self.assertEqual(len(get_node_names(node=node, include_hidden_nodes=True)), 3)


if __name__ == "__main__":
    unittest.main(verbosity=2)
