"""Parts of the commands, called in this process: what no graph of the other tests has."""
import contextlib
import io
import os
import sys
import threading
import types
import unittest
import unittest.mock

sys.argv.pop(1)  # the folder of the build: it is in the path
import rclpy  # noqa: E402
from rclpy.executors import SingleThreadedExecutor  # noqa: E402
from rclpy.task import Future  # noqa: E402
from ros2cli.calls import call, spin_while_there  # noqa: E402
from ros2cli.spin import publish  # noqa: E402
from ros2node.api import get_node_names  # noqa: E402
from ros2param.api import matches_node  # noqa: E402
from ros2topic import measure  # noqa: E402
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


class ParameterFileTest(unittest.TestCase):
    def test_a_section_means_the_nodes_that_its_pattern_fits(self):
        for section, fits in {"/a/n": ["/a/n"], "a/n": ["/a/n"], "n": ["/n"], "/*/n": ["/a/n"],
                              "/**": ["/n", "/a/n", "/a/b/n", "/a/m"], "/**/n": ["/n", "/a/n", "/a/b/n"],
                              "/a/*": ["/a/n", "/a/m"], "/a.*": []}.items():
            nodes = ["/n", "/a/n", "/a/b/n", "/a/m"]
            self.assertEqual([node for node in nodes if matches_node(section, node)],
                             [node for node in nodes if node in fits], section)


class NodeNamesTest(unittest.TestCase):
    def test_a_node_is_hidden_by_its_own_name_alone(self):
        node = types.SimpleNamespace(get_node_names_and_namespaces=lambda: [
            ("talker", "/_robot1"), ("_daemon", "/"), ("", "/")])
        self.assertEqual([one.full_name for one in get_node_names(node=node)],
                         ["/_robot1/talker"])
        self.assertEqual(len(get_node_names(node=node, include_hidden_nodes=True)), 3)


if __name__ == "__main__":
    unittest.main(verbosity=2)
