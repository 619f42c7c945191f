"""Members of launch and its packages that other tests do not need: each does what it says."""
import io
import os
import pathlib
import subprocess
import sys
import tempfile
import unittest

import launch
from launch import (
    LaunchContext, LaunchDescription, SomeEntitiesType, SomeEntitiesType_types_tuple,
    SomeSubstitutionsType, SomeSubstitutionsType_types_tuple)
from launch.actions import (
    DeclareLaunchArgument, ExecuteProcess, GroupAction, IncludeLaunchDescription, LogInfo,
    RegisterEventHandler, Shutdown)
from launch.conditions import IfCondition
from launch.descriptions import Executable
from launch.event_handler import BaseEventHandler
from launch.event_handlers import OnProcessIO, OnShutdown
from launch.events import Shutdown as ShutdownEvent
from launch.events.process import (
    ProcessStderr, ProcessStdin, ProcessStdout, ProcessTargetedEvent, RunningProcessEvent)
from launch.frontend import Parser
from launch.launch_introspector import (
    format_action, format_entities, format_event_handler, format_substitutions, indent,
    tree_like_indent)
from launch.substitutions import TextSubstitution
from launch.utilities import type_utils
from launch_case import LaunchCase
from launch_testing.asserts import SequentialTextChecker
from launch_testing.event_handlers import StdoutReadyListener
from launch_testing.io_handler import IoHandler
from launch_testing.loader import LoadTestsFromPythonModule
from launch_testing.proc_info_handler import ProcInfoHandler
from launch_testing.test_runner import LaunchTestRunner
from launch_testing_ros.test_runner import LaunchTestRunner as RosLaunchTestRunner
import osrf_pycommon
from ros2launch import api
from ros2launch.option import OptionExtension


class InstalledTwiceTest(unittest.TestCase):
    def test_what_osrf_pycommon_has_beside_ours_is_found_where_it_is_installed(self):
        with tempfile.TemporaryDirectory() as folder:
            there = pathlib.Path(folder, "osrf_pycommon")
            for name in ("cli_utils", "terminal_color"):
                (there / name).mkdir(parents=True)
                (there / name / "__init__.py").write_text("def said():\n    return 'theirs'\n")
            (there / "__init__.py").touch()
            ours = pathlib.Path(osrf_pycommon.__file__).parents[1]
            said = subprocess.run(
                [sys.executable, "-B", "-c",
                 "from osrf_pycommon import cli_utils, terminal_color\n"
                 "print(cli_utils.said(), hasattr(terminal_color, 'said'))"],
                env={**os.environ, "PYTHONPATH": f"{ours}:{folder}"}, capture_output=True,
                text=True, check=False, timeout=60)
            self.assertEqual((said.stdout, said.stderr), ("theirs False\n", ""))


class DescriptionsTest(LaunchCase):
    def test_types_of_arguments_are_there_for_who_annotates(self):
        self.assertIsInstance(LogInfo(msg="x"), SomeEntitiesType_types_tuple)
        for one in ("x", pathlib.Path("x")):
            self.assertIsInstance(one, SomeSubstitutionsType_types_tuple)
        for one in (SomeEntitiesType, SomeSubstitutionsType, type_utils.SomeValueType,
                    type_utils.NormalizedValueType, type_utils.AllowedTypesType):
            self.assertTrue(one)

    def test_what_an_action_may_visit_is_known_before(self):
        inner = LogInfo(msg="x")
        group = GroupAction([inner], scoped=False)
        self.assertEqual(group.get_sub_entities(), [inner])
        self.assertEqual(group.describe_sub_entities(), [inner])
        self.assertEqual(group.describe_conditional_sub_entities(), [])
        condition = IfCondition("true")
        maybe = GroupAction([inner], scoped=False, condition=condition)
        self.assertEqual(maybe.describe_sub_entities(), [])
        [(_, entities)] = maybe.describe_conditional_sub_entities()
        self.assertEqual(entities, [inner])
        self.assertTrue(condition.evaluate(LaunchContext()))

    def test_a_description_grows_and_includes_say_their_source(self):
        description = LaunchDescription()
        description.add_entity(LogInfo(msg="a"))
        description.add_action(LogInfo(msg="b"))
        self.assertEqual(len(description.describe_sub_entities()), 2)
        include = IncludeLaunchDescription(launch.LaunchDescriptionSource(description))
        self.assertIs(include.launch_description_source.get_launch_description(None), description)
        self.assertEqual(self.logged(include), ["a", "b"])

    def test_parts_of_a_tree_are_formatted_alone(self):
        self.assertEqual(indent("a"), "    a")
        self.assertEqual(indent(["a"], indentation="  "), ["  a"])
        self.assertEqual(tree_like_indent(["a", "└── b", "c"]),
                         ["├── a", "│   └── b", "└── c"])
        self.assertEqual(format_substitutions(["a", TextSubstitution(text="b")]), "'a' + 'b'")
        self.assertEqual(format_action(LogInfo(msg="a")), ["LogInfo('a')"])
        self.assertEqual(format_entities([LogInfo(msg="a")]), ["LogInfo('a')"])
        self.assertEqual(len(format_event_handler(launch.EventHandler(
            matcher=print, entities=[LogInfo(msg="a")]))), 2)
        self.assertIsNone(BaseEventHandler(matcher=print).handler_description)

    def test_an_executable_and_a_process_are_prepared_in_a_context(self):
        executable = Executable(cmd=["a"])
        executable.prepare(LaunchContext(), None)
        self.assertEqual(executable.final_cmd, ["a"])
        process = ExecuteProcess(cmd=["b"])
        process.prepare(LaunchContext())
        self.assertEqual(process.cmd, ["b"])


class ContextTest(LaunchCase):
    def test_a_context_has_variables_handlers_and_events(self):
        context = LaunchContext(argv=["a"], noninteractive=True)
        self.assertEqual((context.argv, context.noninteractive), (["a"], True))
        self.assertFalse(context.is_shutdown)
        self.assertIsNone(context.asyncio_loop)
        context.extend_globals({"g": 1})
        context.extend_locals({"l": 2})
        self.assertEqual((context.locals.g, context.get_locals_as_dict()), (1, {"g": 1, "l": 2}))
        with self.assertRaisesRegex(AttributeError, "no local variable 'nosuch'"):
            context.locals.nosuch
        handler = OnShutdown(on_shutdown=[])
        context.register_event_handler(handler, append=True)
        event = ShutdownEvent(reason="r", due_to_sigint=True)
        self.assertTrue(context.would_handle_event(event) and event.due_to_sigint)
        context.unregister_event_handler(handler)
        self.assertFalse(context.would_handle_event(event))
        self.assertEqual(context.perform_substitution(TextSubstitution(text="x")), "x")

    def test_a_future_keeps_the_launch_running(self):
        def wait(context):
            future = context.asyncio_loop.create_future()
            context.add_completion_future(future)
            context.asyncio_loop.call_later(0.05, future.set_result, None)
            future.add_done_callback(lambda _: seen.append(context.is_shutdown))
            context.emit_event_sync(launch.Event())
        seen = []
        self.run_entities(launch.actions.OpaqueFunction(function=wait))
        self.assertEqual(seen, [False])

    def test_an_action_of_a_user_is_executed_and_so_is_one_that_derives_from_a_process(self):
        class Mine(launch.Action):
            def execute(self, context):
                return [LogInfo(msg="mine")]

        class Counted(ExecuteProcess):
            count = 0

            def execute(self, context):
                self.count += 1
                return super().execute(context)
        counted = Counted(cmd=["true"])
        self.assertEqual(self.logged(Mine(), counted), ["mine"])
        self.assertEqual(counted.count, 1)

    def test_events_of_each_stream_have_a_kind(self):
        details = {"action": None, "name": "n", "cmd": [], "cwd": None, "env": None, "pid": 1}
        for kind, fd in ((ProcessStdin, 0), (ProcessStdout, 1), (ProcessStderr, 2)):
            event = kind(text=b"x", **details)
            self.assertEqual((event.from_stdin, event.from_stdout, event.from_stderr),
                             (fd == 0, fd == 1, fd == 2))
            self.assertIsInstance(event, RunningProcessEvent)
        self.assertIs(ProcessTargetedEvent(process_matcher=print).process_matcher, print)

    def test_handlers_of_the_log_are_those_of_the_root(self):
        config = launch.logging.launch_config
        launch.logging.get_logger("x")
        root = launch.logging.logging.getLogger()
        self.assertIn(config.get_screen_handler(), root.handlers)
        self.assertIn(config.get_log_file_handler(), root.handlers)

    def test_front_ends_are_loaded_once_and_parse_one_action(self):
        Parser.load_launch_extensions()
        Parser.load_parser_implementations()
        root, parser = Parser.load(io.StringIO("<launch><log message='a'/></launch>"))
        self.assertIsInstance(parser.parse_action(root.children[0]), LogInfo)


class TestingMembersTest(LaunchCase):
    def test_what_has_ended_is_kept_without_waiting(self):
        output, info = IoHandler(), ProcInfoHandler()
        output.track("p")
        self.assertEqual((output.process_names(), output["p"], info.processes()), (["p"], [], []))
        checker = SequentialTextChecker("a\nb")
        checker.assertInText("a")
        with self.assertRaisesRegex(AssertionError, "'a' not found"):
            checker.assertInText("a")
        self.assertEqual(checker.get_nearby_lines(), ["a", "b"])

    def test_a_process_says_when_it_is_ready(self):
        process = ExecuteProcess(cmd=["sh", "-c", "echo ready; while :; do sleep 0.02; done"])
        self.assertEqual(self.logged(
            RegisterEventHandler(StdoutReadyListener(
                target_action=process, ready_txt="ready",
                actions=[LogInfo(msg="it is ready"), Shutdown()])), process), ["it is ready"])
        self.assertTrue(OnProcessIO(on_stdout=print))

    def test_runners_take_the_tests_of_a_module(self):
        import types

        from launch_testing.actions import ReadyToTest
        module = types.ModuleType("m")
        with self.assertRaisesRegex(AttributeError, "has no generate_test_description"):
            LoadTestsFromPythonModule(module)
        module.generate_test_description = lambda: LaunchDescription([ReadyToTest()])
        for kind in (LaunchTestRunner, RosLaunchTestRunner):
            runs = LoadTestsFromPythonModule(module, name="mine")
            runner = kind(runs)
            runner.validate()
            [result] = runner.run().values()
            self.assertTrue(result.wasSuccessful())
        self.assertIn("ROS_DOMAIN_ID=", RosLaunchTestRunner([]).generate_preamble()[0])

    def test_the_tools_of_pytest_wait_from_other_threads(self):
        import threading

        from launch_pytest.tools.process import (
            assert_stderr_sync, wait_for_exit_sync, wait_for_stderr)
        process = ExecuteProcess(cmd=["sh", "-c", "echo oops >&2"], cached_output=True)
        errors = []

        def check(context):
            try:
                assert_stderr_sync(context, process, lambda text: "oops" in text, 10)
                assert wait_for_exit_sync(context, process, 10)
            except Exception as error:
                errors.append(error)
            context.asyncio_loop.call_soon_threadsafe(done.set_result, None)

        def begin(context):
            nonlocal done
            done = context.asyncio_loop.create_future()
            context.add_completion_future(done)
            context.add_completion_future(context.asyncio_loop.create_task(
                wait_for_stderr(context, process, lambda text: "oops" in text, 10)))
            threading.Thread(target=check, args=[context]).start()
        done = None
        self.run_entities(process, launch.actions.OpaqueFunction(function=begin))
        self.assertEqual(errors, [])


class CommandMembersTest(LaunchCase):
    def test_functions_of_the_command_print_what_it_prints(self):
        import contextlib
        path = self.prefix.path / "share/tools/api.launch.xml"
        path.write_text("<launch><arg name='a' default='1'/></launch>")
        self.assertEqual(api.get_share_file_path_from_package(
            package_name="tools", file_name="api.launch.xml"), str(path))
        printed = io.StringIO()
        with contextlib.redirect_stdout(printed):
            api.print_a_launch_file(launch_file_path=str(path))
            api.print_arguments_of_launch_file(launch_file_path=str(path))
            api.print_arguments_of_launch_description(
                launch_description=LaunchDescription([DeclareLaunchArgument("b")]))
        for text in ("└── Action('<launch.actions.declare_launch_argument", "'a':", "'b':"):
            self.assertIn(text, printed.getvalue())
        option = OptionExtension()
        self.assertIsNone(option.add_arguments(None, "launch", argv=[]))
        self.assertEqual(option.prelaunch("d", None), ("d",))


if __name__ == "__main__":
    unittest.main()
