"""launch_testing, launch_testing_ros, launch_pytest and osrf_pycommon, as users have them."""
import asyncio
import os
import re
import signal
import subprocess
import sys
import unittest

import launch
from launch.actions import ExecuteProcess
from launch_case import LaunchCase
from launch_testing import (
    ActiveIoHandler, ActiveProcInfoHandler, ReadyAggregator, asserts, markers, tools)
from launch_testing.legacy import LaunchTestService
from launch_testing.tools import ProcessProxy, text
from launch_testing.util import NoMatchingProcessException, resolveProcesses
from prefix import LIMIT

TEST_FILE = '''
import unittest
import launch
import launch_testing
import launch_testing.actions
import launch_testing.asserts
from launch.actions import DeclareLaunchArgument, ExecuteProcess
from launch.substitutions import LaunchConfiguration


@launch_testing.parametrize('word', ['red', 'green'])
@launch_testing.ready_to_test_action_timeout(10)
@launch_testing.markers.keep_alive
def generate_test_description(word):
    process = ExecuteProcess(cmd=['sh', '-c', 'echo %s; echo second; echo oops >&2; exit 3'
                                  % word])
    return launch.LaunchDescription([
        DeclareLaunchArgument('status', default_value='3', description='expected'),
        process, launch_testing.util.KeepAliveProc(),
        launch_testing.actions.ReadyToTest()]), {'process': process}


class Before(unittest.TestCase):
    def test_it_writes(self, proc_output, process, word):
        proc_output.assertWaitFor(word, process=process, stream='stdout', timeout=10)
        self.proc_info.assertWaitForShutdown(process=process, timeout=10)
        self.proc_info.assertWaitForStartup(process=process, timeout=10)


@launch_testing.post_shutdown_test()
class After(unittest.TestCase):
    def test_it_ended(self, proc_info, proc_output, process, word, test_args):
        status = int(test_args.get('status', 3))
        launch_testing.asserts.assertExitCodes(proc_info, [status], process)
        launch_testing.asserts.assertInStdout(proc_output, word, process)
        launch_testing.asserts.assertInStderr(proc_output, 'oops', process)
        with launch_testing.asserts.assertSequentialStdout(proc_output, process) as order:
            order.assertInStdout(word)
            order.assertInStdout('second')
'''

# The test lasts until the process ends that runs it.
STOPPED_FILE = '''
import sys, threading, unittest
import launch, launch_testing, launch_testing.actions
from launch.actions import ExecuteProcess, OpaqueFunction, TimerAction
from launch_testing.util import KeepAliveProc

@launch_testing.parametrize('word', ['first', 'second'])
def generate_test_description(word):
    return launch.LaunchDescription([BODY, launch_testing.actions.ReadyToTest()])

class Before(unittest.TestCase):
    def test_a(self):
        print('test begins', file=sys.stderr, flush=True)
        threading.Event().wait()
'''

PYTEST_FILE = '''
import asyncio
import launch
import launch_pytest
import pytest
from launch.actions import ExecuteProcess
from launch_pytest.tools import process as tools


@pytest.fixture
def process():
    script = 'echo hello; echo oops >&2; while :; do sleep 0.02; done'
    return ExecuteProcess(cmd=['sh', '-c', script],
                          cached_output=True)


@launch_pytest.fixture
def description(process):
    return launch.LaunchDescription([process, launch_pytest.actions.ReadyToTest()])


@pytest.mark.launch(fixture=description)
async def test_a_coroutine(process, launch_context, event_loop):
    assert asyncio.get_running_loop() is event_loop
    assert await tools.wait_for_start(launch_context, process, timeout=10)
    assert await tools.wait_for_output(launch_context, process, lambda text: 'hello' in text, 10)
    await tools.assert_output(launch_context, process, lambda text: 'hello' in text, 10)
    await tools.assert_stderr(launch_context, process, lambda text: 'oops' in text, 10)
    assert not await tools.wait_for_exit(launch_context, process, timeout=0.01)


@pytest.mark.launch(fixture=description)
def test_a_function(process, launch_context, launch_service):
    assert launch_service.context is launch_context
    assert tools.wait_for_output_sync(launch_context, process, lambda text: 'hello' in text, 10)
    tools.assert_output_sync(launch_context, process, lambda text: 'hello' in text, 10)
    assert tools.wait_for_stderr_sync(launch_context, process, lambda text: 'oops' in text, 10)


@pytest.mark.launch(fixture=description)
def test_a_generator(process, launch_context):
    assert tools.wait_for_start_sync(launch_context, process, 10)
    yield
    assert process.return_code == -2


@pytest.mark.launch(fixture=description)
async def test_a_generator_of_coroutines(process, launch_context):
    assert await tools.wait_for_start(launch_context, process, 10)
    yield
    assert process.return_code == -2


@pytest.mark.launch(fixture=description, shutdown=True)
def test_after_shutdown(process):
    assert process.return_code == -2


@pytest.mark.xfail(strict=True)
@pytest.mark.launch(fixture=description)
async def test_that_fails():
    assert False
'''


class LaunchTestingTest(LaunchCase):
    def command(self, module, *words):
        return subprocess.run(
            [sys.executable, "-B", "-m", module, *map(str, words)], cwd=self.prefix.files,
            env=self.prefix.environment(), capture_output=True, text=True, timeout=LIMIT)

    def test_a_file_runs_before_and_after_shutdown_for_each_parameter(self):
        file = self.prefix.file("good_test.py", TEST_FILE)
        results = self.prefix.files / "results.xml"
        done = self.command("launch_testing.launch_test", file, "--package-name", "mine",
                            "--junit-xml", results)
        self.assertEqual(done.returncode, 0, done.stderr + done.stdout)
        xml = results.read_text()
        self.assertEqual(xml.count("<testcase"), 4)
        self.assertIn('name="mine.good_test.py[word=green]"', xml)
        self.assertEqual(self.prefix.processes(), [])

    def test_a_failing_test_gives_status_1_and_bad_use_2(self):
        file = self.prefix.file("good_test.py", TEST_FILE)
        done = self.command("launch_testing.launch_test", file, "status:=4")
        self.assertEqual(done.returncode, 1)
        self.assertIn("exited with code 3", done.stderr)
        self.assertEqual(self.command("launch_testing.launch_test", "nosuch.py").returncode, 2)
        shown = self.command("launch_testing.launch_test", "-s", file)
        self.assertIn("'status':", shown.stdout)
        bare = self.prefix.file("bare_test.py", """
import launch
def generate_test_description():
    return launch.LaunchDescription([])
""")
        done = self.command("launch_testing.launch_test", bare)
        self.assertEqual(done.returncode, 2)
        self.assertIn("has no ReadyToTest action", done.stderr)

    def test_what_keeps_a_launch_alive_ends_well(self):
        file = self.prefix.file("alive_test.py", """
import unittest
import launch, launch_testing, launch_testing.actions, launch_testing.asserts
from launch.actions import ExecuteProcess

def generate_test_description():
    said = ExecuteProcess(cmd=['echo', 'hello'])
    return launch.LaunchDescription([
        launch_testing.util.KeepAliveProc(), said,
        launch_testing.actions.ReadyToTest()]), {'said': said}

class Before(unittest.TestCase):
    def test_it_is_there(self, proc_output, said):
        proc_output.assertWaitFor('hello', process=said, stream='stdout', timeout=10)

@launch_testing.post_shutdown_test()
class After(unittest.TestCase):
    def test_all_ended_well(self, proc_info):
        launch_testing.asserts.assertExitCodes(proc_info)
""")
        done = self.command("launch_testing.launch_test", file)
        self.assertEqual(done.returncode, 0, done.stderr + done.stdout)

    def stopped(self, name, body, signum=None):
        """Run a file whose launch stops before its test does."""
        file = self.prefix.file(name, STOPPED_FILE.replace("BODY", body))
        words = [sys.executable, "-B", "-m", "launch_testing.launch_test", str(file)]
        with subprocess.Popen(words, cwd=self.prefix.files, env=self.prefix.environment(),
                              stderr=subprocess.PIPE, text=True) as running:
            try:
                if signum is not None:
                    while "test begins" not in running.stderr.readline():
                        self.assertIsNone(running.poll())
                    running.send_signal(signum)
                _, said = running.communicate(timeout=LIMIT)
            finally:
                running.kill()  # nothing if it has ended; else leaving would wait for it
        self.assertEqual(running.returncode, 1, said)
        self.assertIn("Launch stopped before the active tests finished.", said)
        self.assertTrue(said.endswith("FAILED\n"), said)
        self.assertLessEqual(said.count("test begins"), 1, "a further run began")
        self.assertEqual(self.prefix.processes(), [])

    def test_a_launch_that_ends_before_its_tests_fails_them(self):
        self.stopped("died_test.py", "ExecuteProcess(cmd=['sh', '-c', 'exit 3'])")

    def test_a_launch_that_raises_beside_its_tests_fails_them(self):
        self.stopped("raised_test.py", "KeepAliveProc(), TimerAction(period=0.1, actions=["
                     "OpaqueFunction(function=lambda context: 1 / 0)])")

    def test_a_launch_that_is_interrupted_ends_its_tests(self):
        self.stopped("interrupted_test.py", "KeepAliveProc()", signal.SIGINT)

    def test_a_process_that_ends_beside_others_is_no_end_of_the_launch(self):
        file = self.prefix.file("one_test.py", """
import unittest
import launch, launch_testing, launch_testing.actions
from launch.actions import ExecuteProcess

def generate_test_description():
    one = ExecuteProcess(cmd=['sh', '-c', 'exit 3'])
    return launch.LaunchDescription([
        launch_testing.util.KeepAliveProc(), one,
        launch_testing.actions.ReadyToTest()]), {'one': one}

class Before(unittest.TestCase):
    def test_it_ends(self, proc_info, one):
        proc_info.assertWaitForShutdown(process=one, timeout=10)
""")
        done = self.command("launch_testing.launch_test", file)
        self.assertEqual(done.returncode, 0, done.stderr + done.stdout)

    def test_a_process_can_be_launched_from_a_test(self):
        file = self.prefix.file("proxy_test.py", """
import unittest
import launch, launch_testing, launch_testing.actions
from launch.actions import ExecuteProcess

def generate_test_description():
    return launch.LaunchDescription([
        launch_testing.util.KeepAliveProc(), launch_testing.actions.ReadyToTest()])

class Proxy(unittest.TestCase):
    def test_proxy(self, launch_service, proc_info, proc_output):
        action = ExecuteProcess(cmd=['sh', '-c', 'echo noise; echo here; exec sleep 1000'])
        with launch_testing.tools.launch_process(
                launch_service, action, proc_info, proc_output,
                output_filter=launch_testing.tools.basic_output_filter(['noise'])) as process:
            assert process.wait_for_output(lambda text: 'here' in text, timeout=10)
            assert process.output == 'here\\n' == process.stdout and process.stderr == ''
            assert process.running and not process.terminated and process.exit_code is None
            assert process.target_process_action is action
        assert process.wait_for_shutdown(timeout=10)
        assert process.exit_code == -2
""")
        done = self.command("launch_testing.launch_test", file)
        self.assertEqual(done.returncode, 0, done.stderr + done.stdout)

    def test_pytest_runs_launch_tests_by_their_marks(self):
        folder = self.prefix.files / "pytest"
        self.prefix.file("pytest/test_marked.py", "import pytest\n" + TEST_FILE.replace(
            "@launch_testing.parametrize", "@pytest.mark.launch_test\n@launch_testing.parametrize"))
        self.prefix.file("pytest/test_beside.py", PYTEST_FILE)
        self.prefix.file("pytest/test_apart.py", """
def test_that_is_none_of_a_launch_has_a_loop(event_loop):
    async def word():
        return "yes"
    assert event_loop.run_until_complete(word()) == "yes"
""")
        # The plugins are found by the metadata that lies beside them.
        done = self.command("pytest", "-p", "no:cacheprovider", "-q", folder)
        if "No module named pytest" in done.stderr:
            self.skipTest("pytest is not installed: tools/requirements.txt has it")
        self.assertEqual(done.returncode, 0, done.stdout + done.stderr)
        self.assertIn("7 passed, 1 xfailed", done.stdout)

    def test_pytest_sees_how_a_launch_ends(self):
        folder = self.prefix.files / "ends"
        self.prefix.file("ends/test_ends.py", """
import launch, launch_pytest, pytest
from launch.actions import ExecuteProcess, OpaqueFunction

@launch_pytest.fixture
def failing():
    return launch.LaunchDescription([
        launch_pytest.actions.ReadyToTest(), OpaqueFunction(function=lambda context: 1 / 0)])

process = ExecuteProcess(cmd=['sleep', '0.5'])

@launch_pytest.fixture(auto_shutdown=False)
def natural():
    return launch.LaunchDescription([process, launch_pytest.actions.ReadyToTest()])

@pytest.mark.launch(fixture=natural)
def test_a(): pass

def test_it_ended_by_itself():
    assert process.return_code == 0

@pytest.mark.launch(fixture=failing)
def test_b(): pass
""")
        done = self.command("pytest", "-p", "no:cacheprovider", "-q", folder)
        if "No module named pytest" in done.stderr:
            self.skipTest("pytest is not installed: tools/requirements.txt has it")
        self.assertEqual(done.returncode, 1, done.stdout + done.stderr)
        self.assertIn("3 passed, 1 error", done.stdout)
        self.assertIn("the launch failed with status 1", done.stdout)


class ToolsTest(LaunchCase):
    def run_process(self, script):
        info, output = ActiveProcInfoHandler(), ActiveIoHandler()
        process = ExecuteProcess(cmd=["sh", "-c", script], name="p")
        from launch.actions import RegisterEventHandler
        from launch.event_handlers import OnProcessExit, OnProcessIO
        self.run_entities(
            RegisterEventHandler(OnProcessIO(on_stdout=output.append, on_stderr=output.append)),
            RegisterEventHandler(OnProcessExit(on_exit=lambda event, context:
                                               info.append(event))), process)
        return process, info, output

    def test_assertions_name_what_they_did_not_find(self):
        process, info, output = self.run_process("echo 'a b'; exit 2")
        asserts.assertInStream(output, "a b", process, stream="stdout")
        asserts.assertExitCodes(info, [2])
        with self.assertRaisesRegex(AssertionError, "exited with code 2"):
            asserts.assertExitCodes(info)
        with self.assertRaisesRegex(AssertionError, "Did not find 'x' in output"):
            asserts.assertInStdout(output, "x", process)
        with self.assertRaises(NoMatchingProcessException):
            resolveProcesses(output, process="nosuch")
        self.assertEqual(resolveProcesses(output, process="sh", cmd_args="-c"), [process])
        self.assertFalse(output.waitFor("x", process=process, timeout=0.01))
        self.assertEqual(output.process_names(), [process.name])
        self.assertEqual([one.text for one in output[process]], [b"a b\n"])
        self.assertEqual([one.text for one in output], [b"a b\n"])
        self.assertEqual(info[process.name].returncode, 2)
        self.assertTrue(ProcessProxy(process, info, output).terminated)
        self.assertEqual(
            (asserts.EXIT_OK, asserts.EXIT_SIGINT, asserts.EXIT_SIGQUIT, asserts.EXIT_SIGKILL,
             asserts.EXIT_SIGSEGV, asserts.assertDefaultStream()),
            (0, 130, 131, 137, 139, "stderr"))

    def test_expected_output_is_matched_by_texts_patterns_and_lines(self):
        self.assertTrue(tools.expect_output("a\nb\n", expected_text="b"))
        self.assertFalse(tools.expect_output("a\nb\n", expected_text="b", strict=True))
        self.assertTrue(tools.expect_output(
            lines=["x", "a", "b1"], expected_lines=["a", re.compile("b.")]))
        self.assertFalse(tools.expect_output(
            lines=["b1", "a"], expected_lines=["a", re.compile("b.")]))
        self.assertTrue(tools.expect_output("\x1b[1ma", expected_text="a", strict=True))
        self.assertEqual(text.normalize_lineseps("a\r\nb"), "a\nb")
        self.assertIsNone(text.build_text_match(["b", "a"])("ab"))
        self.assertEqual(text.build_line_match("b")(["a", "b"]), (1, 2))
        (self.prefix.files / "e.txt").write_text("one\ntwo\n")
        (self.prefix.files / "f.regex").write_text("o.e\n")
        self.assertEqual(tools.expected_output_from_file(self.prefix.files / "e"), ["one", "two"])
        [pattern] = tools.expected_output_from_file(self.prefix.files / "f")
        self.assertTrue(pattern.match("one"))
        with self.assertRaises(ValueError):
            tools.expected_output_from_file(self.prefix.files / "nosuch")

    def test_ready_retry_and_legacy_service(self):
        called = []
        ready = ReadyAggregator(lambda: called.append(1), 2)
        ready.ready()
        self.assertEqual(called, [])
        ready.ready()
        self.assertEqual(called, [1])
        tries = []

        @markers.retry_on_failure(times=3)
        def twice(self):
            tries.append(1)
            assert len(tries) == 2
        twice(self)
        self.assertEqual(len(tries), 2)
        for script, status in (("exit 0", 0), ("exit 3", 3)):
            tests = LaunchTestService()
            description = launch.LaunchDescription()
            tests.add_test_action(description, ExecuteProcess(cmd=["sh", "-c", script]))
            service = launch.LaunchService()
            service.include_launch_description(description)
            self.assertEqual(tests.run(service), status)

    def test_tests_as_actions_end_after_their_time(self):
        from launch_testing.actions import GTest, PyTest, Test
        test = Test(cmd=["sh", "-c", "trap '' INT; while :; do sleep 0.02; done"], timeout=0.1,
                    kill_timeout=0.1)
        self.assertEqual(self.run_entities(test)[0], 0)
        self.assertEqual(test.return_code, -9)
        program = self.prefix.program("tools", "gtest", "#!/bin/sh\nexit 1\n")
        gtest = GTest(path=program)
        self.assertEqual(self.run_entities(gtest)[0], 3)
        self.assertEqual(gtest.return_code, 1)
        self.assertEqual(PyTest(path="x.py").cmd[-1][0].text, "x.py")

    def test_topics_are_waited_for_and_changed_on_their_way(self):
        import rclpy
        from launch_testing_ros import DataRepublisher, MessagePump, WaitForTopics
        from std_msgs.msg import String
        context = rclpy.Context()
        os.environ["ROS_AUTOMATIC_DISCOVERY_RANGE"] = "LOCALHOST"
        rclpy.init(args=[], context=context, domain_id=self.prefix.domain,
                   signal_handler_options=rclpy.SignalHandlerOptions.NO)
        node = rclpy.create_node("republisher", context=context)
        publisher = node.create_publisher(String, "/in", 10)
        changed = DataRepublisher(
            node, "/in", "/out", String, lambda message: String(data=message.data.upper()))
        node.create_timer(0.02, lambda: publisher.publish(String(data="words")))
        pump = MessagePump(node)
        pump.start()
        with WaitForTopics([("/out", String)], timeout=LIMIT) as topics:
            self.assertEqual(topics.topics_received(), {"/out"})
            self.assertEqual(topics.topics_not_received(), set())
            self.assertEqual(topics.received_messages("/out")[0].data, "WORDS")
        self.assertGreater(changed.get_num_republished(), 0)

        def ask(its_node, word):
            seen.append((its_node.get_namespace(), latched.get_subscription_count(), word))
            latched.publish(String(data=word))
        seen = []
        once = rclpy.qos.QoSProfile(
            depth=1, durability=rclpy.qos.DurabilityPolicy.TRANSIENT_LOCAL)
        latched = node.create_publisher(String, "/asked", once)
        topics = WaitForTopics([("/asked", String)], timeout=LIMIT, trigger=ask,
                               node_namespace="/tests", qos_profile=once)
        self.assertTrue(topics.wait("word"))
        self.assertEqual(topics.received_messages("/asked")[0].data, "word")
        self.assertEqual(seen, [("/tests", 1, "word")])
        [info] = node.get_subscriptions_info_by_topic("/asked")
        self.assertEqual(info.qos_profile.durability, once.durability)
        topics.shutdown()
        with self.assertRaisesRegex(RuntimeError, "Did not receive messages on these topics"):
            WaitForTopics([("/nosuch", String)], timeout=0.05).__enter__()
        pump.stop()
        changed.shutdown()
        node.destroy_node()
        context.try_shutdown()

    def test_filters_of_nodes_output(self):
        from launch_testing_ros.tools import basic_output_filter, get_rmw_output_filter
        keep = basic_output_filter(["pid"], ["[0-9]+$"], "rmw_any")
        self.assertEqual(keep("pid 1\n12\nword\n"), "word\n")
        self.assertEqual(get_rmw_output_filter("rmw_any", "patterns"), [])

    def test_processes_of_osrf_pycommon(self):
        from osrf_pycommon.process_utils import (
            AsyncSubprocessProtocol, async_execute_process, get_loop, which)
        from osrf_pycommon.terminal_color import remove_ansi_escape_sequences
        seen = []

        class Protocol(AsyncSubprocessProtocol):
            def on_stdout_received(self, data):
                seen.append(data)

        async def run():
            assert get_loop() is asyncio.get_running_loop()
            _, protocol = await async_execute_process(Protocol, ["sh", "-c", "echo x; exit 4"])
            return await protocol.complete
        self.assertEqual(asyncio.run(run()), 4)
        self.assertEqual(b"".join(seen), b"x\n")
        self.assertEqual(which("sh"), os.path.join(os.path.dirname(which("sh")), "sh"))
        self.assertEqual(remove_ansi_escape_sequences("\x1b[31mred\x1b[0m"), "red")


if __name__ == "__main__":
    unittest.main()
