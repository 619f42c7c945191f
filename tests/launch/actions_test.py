"""Actions, events, conditions and descriptions: what each does."""
import asyncio
import os
import pathlib
import unittest

import launch
from launch import LaunchContext, LaunchDescription, LaunchDescriptionSource, LaunchIntrospector
from launch.actions import (
    AppendEnvironmentVariable, DeclareLaunchArgument, EmitEvent, ExecuteProcess, GroupAction,
    IncludeLaunchDescription, LogInfo, OpaqueCoroutine, OpaqueFunction, PopEnvironment,
    PopLaunchConfigurations, PushEnvironment, PushLaunchConfigurations, RegisterEventHandler,
    ResetEnvironment, ResetLaunchConfigurations, SetEnvironmentVariable, SetLaunchConfiguration,
    Shutdown, TimerAction, UnregisterEventHandler, UnsetEnvironmentVariable,
    UnsetLaunchConfiguration)
from launch.conditions import (
    IfCondition, InvalidConditionExpressionError, LaunchConfigurationEquals,
    LaunchConfigurationNotEquals, UnlessCondition, evaluate_condition_expression)
from launch.event_handler import BaseEventHandler
from launch.event_handlers import (
    OnActionEventBase, OnExecutionComplete, OnIncludeLaunchDescription, OnShutdown, event_named)
from launch.events import ExecutionComplete, TimerEvent
from launch.launch_description_sources import (
    AnyLaunchDescriptionSource, InvalidPythonLaunchFileError, PythonLaunchDescriptionSource,
    get_launch_description_from_any_launch_file, load_python_launch_file_as_module)
from launch.substitutions import EnvironmentVariable, LaunchConfiguration, TextSubstitution
from launch_case import LaunchCase
from launch_ros.actions import SetRemap, SetROSLogDir


def var(name):
    return LaunchConfiguration(name, default="unset")


def env(name):
    return EnvironmentVariable(name, default_value="unset")


class SettingsTest(LaunchCase):
    def test_configurations_are_set_unset_reset_and_kept(self):
        self.assertEqual(self.logged(
            SetLaunchConfiguration("x", "1"), LogInfo(msg=var("x")),
            PushLaunchConfigurations(), SetLaunchConfiguration("x", ["2", TextSubstitution(
                text="3")]), LogInfo(msg=var("x")), PopLaunchConfigurations(),
            LogInfo(msg=var("x")), ResetLaunchConfigurations({"y": var("x")}),
            LogInfo(msg=[var("x"), var("y")]), UnsetLaunchConfiguration("y"),
            LogInfo(msg=var("y"))), ["1", "23", "1", "unset1", "unset"])

    def test_the_environment_is_set_appended_unset_reset_and_kept(self):
        os.environ.update(LAUNCH_OLD="old")
        self.assertEqual(self.logged(
            SetEnvironmentVariable("LAUNCH_A", "1"), LogInfo(msg=env("LAUNCH_A")),
            PushEnvironment(), AppendEnvironmentVariable("LAUNCH_A", "2"),
            AppendEnvironmentVariable("LAUNCH_A", "0", prepend=True, separator=";"),
            LogInfo(msg=env("LAUNCH_A")), PopEnvironment(), LogInfo(msg=env("LAUNCH_A")),
            UnsetEnvironmentVariable("LAUNCH_OLD"), LogInfo(msg=env("LAUNCH_OLD")),
            ResetEnvironment(), LogInfo(msg=[env("LAUNCH_A"), env("LAUNCH_OLD")])),
            ["1", "0;1:2", "1", "unset", "unsetold"])

    def test_a_group_keeps_what_it_sets_and_may_forward_nothing(self):
        inside = [SetLaunchConfiguration("x", "in"), SetEnvironmentVariable("LAUNCH_G", "in")]
        shown = LogInfo(msg=[var("x"), " ", env("LAUNCH_G"), " ", var("kept")])
        show = lambda: LogInfo(msg=shown.msg)  # noqa: E731  each is executed once
        self.assertEqual(self.logged(
            SetLaunchConfiguration("x", "out"), SetEnvironmentVariable("LAUNCH_G", "out"),
            GroupAction([*inside, show()]), show(),
            GroupAction([show()], forwarding=False, launch_configurations={"kept": var("x")}),
            GroupAction([*inside, show()], scoped=False), show(),
            GroupAction([show()], condition=IfCondition("false"))),
            ["in in unset", "out out unset", "unset unset out", "in in unset", "in in unset"])

    def test_handlers_and_timers_keep_the_scope_of_their_group(self):
        def show(who):
            return LogInfo(msg=[who, " ", var("x"), " ", var("y"), " ", env("LAUNCH_G")])
        ping = event_named("ping")
        process = ExecuteProcess(cmd=["true"], on_exit=[show("exit")])
        self.assertEqual(self.logged(
            SetLaunchConfiguration("x", "out"), SetLaunchConfiguration("y", "out"),
            GroupAction([
                SetLaunchConfiguration("x", "in"), SetEnvironmentVariable("LAUNCH_G", "in"),
                RegisterEventHandler(launch.EventHandler(matcher=ping, entities=[
                    show("old"), UnsetLaunchConfiguration("x")])),
                GroupAction([RegisterEventHandler(launch.EventHandler(matcher=ping, entities=[
                    show("new"), SetLaunchConfiguration("x", "from new"), process])),
                    SetLaunchConfiguration("x", "inner")])]),
            RegisterEventHandler(launch.EventHandler(matcher=ping, entities=[show("out")])),
            SetLaunchConfiguration("y", "later"), EmitEvent(event=EventsTest.Ping())),
            ["out out later unset", "new inner later in", "old in later in",
             "exit from new later in"])
        self.assertEqual(self.logged(
            SetLaunchConfiguration("x", "out"),
            GroupAction([
                SetLaunchConfiguration("x", "in"), SetEnvironmentVariable("LAUNCH_G", "in"),
                TimerAction(period=0.01, actions=[
                    show("first"), SetLaunchConfiguration("x", "from a timer"),
                    EmitEvent(event=EventsTest.Ping())]),
                SetLaunchConfiguration("x", "after the timer"),
                RegisterEventHandler(launch.EventHandler(matcher=ping, entities=[
                    show("then"), TimerAction(period=0.01, actions=[show("last")])]))]),
            SetLaunchConfiguration("y", "later")),
            ["first in unset in", "then after the timer later in",
             "last after the timer later in"])

    def test_what_a_group_sets_says_also_how_its_process_respawns(self):
        self.assertEqual(self.logged(GroupAction([
            SetLaunchConfiguration("again", "true"), SetLaunchConfiguration("times", "1"),
            ExecuteProcess(cmd=["echo", "ran"], output="screen", respawn=LaunchConfiguration(
                "again"), respawn_max_retries=LaunchConfiguration("times"))])), [])
        self.assertEqual(sum(line.endswith("] ran") for line in self.lines), 2, self.lines)

    def test_values_that_are_no_texts_are_reset_and_kept_by_timers_as_they_are(self):
        kept = {"global_params": [("p", 1)], "files": ["a"], "t": var("x")}
        seen = []
        self.logged(
            SetLaunchConfiguration("x", "1"), ResetLaunchConfigurations(kept), SetRemap("a", "b"),
            TimerAction(period=0.01, actions=[OpaqueFunction(function=lambda context: seen.append(
                dict(context.launch_configurations)))]))
        self.assertEqual(seen, [{
            "global_params": [("p", 1)], "files": "a", "t": "1", "ros_remaps": [("a", "b")]}])

    def test_a_pop_without_a_push_names_the_remedy(self):
        self.assertEqual(self.run_entities(PopEnvironment())[0], 1)
        self.assert_line("PopEnvironment without a PushEnvironment before it")
        self.assertEqual(self.run_entities(PopLaunchConfigurations())[0], 1)
        self.assert_line("PopLaunchConfigurations without a PushLaunchConfigurations")

    def test_the_log_folder_of_nodes_is_below_the_current_one(self):
        self.assertEqual(self.logged(
            SetROSLogDir("deep"), LogInfo(msg=env("ROS_LOG_DIR"))),
            [str(self.prefix.path / "log" / "deep")])


class ArgumentsTest(LaunchCase):
    def included(self, *entities, **arguments):
        return IncludeLaunchDescription(
            LaunchDescriptionSource(LaunchDescription(list(entities))),
            launch_arguments=arguments.items())

    def test_defaults_choices_and_required_arguments(self):
        choice = DeclareLaunchArgument("c", default_value="a", choices=["a", "b"])
        self.assertEqual(choice.description, "One of: ['a', 'b']")
        self.assertEqual(DeclareLaunchArgument("d").description, "no description given")
        self.assertEqual(self.logged(
            DeclareLaunchArgument("x", default_value=[var("y"), "1"]), choice,
            LogInfo(msg=[var("x"), var("c")])), ["unset1a"])
        self.assertEqual(self.logged(SetLaunchConfiguration("c", "z"), choice, status=1), [])
        self.assert_line('Argument "c" provided value "z" is not valid')
        with self.assertRaisesRegex(ValueError, 'default value "z" of argument'):
            DeclareLaunchArgument("c", default_value="z", choices=["a"])
        self.assertEqual(self.logged(DeclareLaunchArgument("needed"), status=1), [])
        self.assert_line("Required launch argument 'needed'")

    def test_an_include_gives_arguments_and_checks_them_before_anything_runs(self):
        needed = DeclareLaunchArgument("needed", description="what for")
        self.assertEqual(self.logged(
            self.included(needed, LogInfo(msg=var("needed")), needed="given"),
            LogInfo(msg=["leaks: ", var("needed")])), ["given", "leaks: given"])
        self.assertEqual(self.logged(
            self.included(LogInfo(msg="ran"), needed, other="1"), status=1), [])
        self.assert_line("missing required argument 'needed' (description: 'what for'), given: "
                         "[other]")

    def test_arguments_are_found_in_groups_includes_and_conditions(self):
        description = LaunchDescription([
            DeclareLaunchArgument("a"), GroupAction([DeclareLaunchArgument("b")]),
            GroupAction([DeclareLaunchArgument("c")], condition=IfCondition("true")),
            self.included(DeclareLaunchArgument("d"))])
        names = [one.name for one in description.get_launch_arguments()]
        self.assertEqual(names, ["a", "b", "c", "d"])
        found = description.get_launch_arguments_with_include_launch_description_actions()
        self.assertEqual([len(includes) for _, includes in found], [0, 0, 0, 1])

    def test_the_place_of_a_file_is_known_in_it_and_restored_after_it(self):
        from launch.substitutions import ThisLaunchFile, ThisLaunchFileDir
        inner = self.prefix.file("deep/inner.launch.py", """
from launch import LaunchDescription
from launch.actions import LogInfo
from launch.substitutions import ThisLaunchFileDir

def generate_launch_description():
    return LaunchDescription([LogInfo(msg=ThisLaunchFileDir())])
""")
        outer = self.prefix.file("outer.launch.xml", """<launch><include
            file="$(dirname)/deep/inner.launch.py"/><log message="$(filename)"/></launch>""")
        self.assertEqual(
            self.logged(IncludeLaunchDescription(str(outer))), [str(inner.parent), str(outer)])
        self.logged(LogInfo(msg=ThisLaunchFile()), status=1)
        self.assert_line("ThisLaunchFile used outside of a launch file")
        self.assertEqual(ThisLaunchFileDir().describe(), "ThisLaunchFileDir()")

    def test_sources_say_where_they_are_from_and_load_once(self):
        path = self.prefix.file("source.launch.py", """
from launch import LaunchDescription

def generate_launch_description():
    return LaunchDescription()
""")
        for source in (PythonLaunchDescriptionSource(str(path)),
                       AnyLaunchDescriptionSource([str(path)])):
            self.assertEqual(source.location, f"'{path}'")
            first = source.get_launch_description(LaunchContext())
            self.assertIs(first, source.try_get_launch_description_without_context())
            self.assertEqual(source.location, str(path))
            self.assertIn("interpreted", source.method)
        self.assertIsInstance(
            get_launch_description_from_any_launch_file(str(path)), LaunchDescription)
        self.assertEqual(load_python_launch_file_as_module(path).__name__, "python_launch_file")
        path.write_text("x = 1\n")
        with self.assertRaisesRegex(InvalidPythonLaunchFileError, "does not contain the requir"):
            from launch.launch_description_sources import (
                get_launch_description_from_python_launch_file as load)
            load(path)

    def test_a_deprecated_description_says_why(self):
        self.run_entities(LaunchDescription(deprecated_reason="it is old"))
        self.assert_line("is deprecated: it is old")
        self.assertTrue(LaunchDescription(deprecated_reason="x").deprecated)


class FunctionsTest(LaunchCase):
    def test_functions_and_coroutines_are_called_and_may_give_entities(self):
        async def work(context, text, *, more):
            await asyncio.sleep(0)
            context.launch_configurations["done"] = text + more

        async def alone():
            seen.append("alone")
        seen = []
        self.assertEqual(self.logged(
            OpaqueFunction(function=lambda context, a, b: [LogInfo(msg=a + b)], args=["x"],
                           kwargs={"b": "y"}),
            OpaqueCoroutine(coroutine=work, args=["t"], kwargs={"more": "m"}),
            OpaqueCoroutine(coroutine=alone, ignore_context=True),
            RegisterEventHandler(OnShutdown(on_shutdown=[LogInfo(msg=var("done"))]))),
            ["xy", "tm"])
        self.assertEqual(seen, ["alone"])

    def test_a_coroutine_is_cancelled_when_the_launch_ends(self):
        async def forever(context):
            await asyncio.sleep(1000)
        self.assertEqual(self.run_entities(
            OpaqueCoroutine(coroutine=forever),
            TimerAction(period=0.05, actions=[Shutdown()]))[0], 0)
        with self.assertRaises(TypeError):
            OpaqueCoroutine(coroutine=lambda: None)

    def test_timers_fire_are_cancelled_and_end_with_the_launch(self):
        never = TimerAction(period=1000, actions=[LogInfo(msg="never")])
        cancelled = TimerAction(period=0.01, actions=[LogInfo(msg="cancelled")])
        cancelled.cancel()
        late = TimerAction(period=0.1, actions=[LogInfo(msg="late")], cancel_on_shutdown=False)
        self.assertEqual(self.logged(
            never, cancelled, late, SetLaunchConfiguration("p", "0.01"),
            TimerAction(period=LaunchConfiguration("p"), actions=[
                LogInfo(msg="fired"), Shutdown()])), ["fired", "late"])
        self.assertIs(TimerEvent(timer_action=never).timer_action, never)


    def test_a_timer_knows_the_file_that_it_stands_in(self):
        path = self.prefix.path / "timer.launch.xml"
        path.write_text('<launch><timer period="0.01"><log message="$(dirname)"/></timer></launch>')
        self.assertEqual(self.logged(IncludeLaunchDescription(str(path))), [str(path.parent)])

    def test_a_timer_that_is_executed_twice_fires_twice(self):
        timer = TimerAction(period=0.05, actions=[LogInfo(msg="fired")])
        self.assertEqual(self.logged(timer, timer), ["fired", "fired"])


class IncludesTest(LaunchCase):
    def file(self, text):
        path = self.prefix.path / f"{self.id()}.launch.py"
        path.write_text("import os\nfrom launch import LaunchDescription\n"
                        "from launch.actions import *\n" + text)
        return str(path)

    def include(self, text, **kwargs):
        return IncludeLaunchDescription(PythonLaunchDescriptionSource(self.file(text)), **kwargs)

    @staticmethod
    def included(*entities):
        """Give an include that is looked into before it runs."""
        return IncludeLaunchDescription(
            LaunchDescriptionSource(LaunchDescription(list(entities))))

    def test_a_file_that_cannot_be_loaded_does_no_harm_where_it_is_not_included(self):
        broken = self.include("raise KeyError('gazebo')", condition=IfCondition("false"))
        self.assertEqual(self.logged(self.included(broken, LogInfo(msg="on"))), ["on"])

    def test_a_file_is_loaded_after_what_comes_before_it(self):
        os.environ.update(MODEL="waffle")
        late = self.include("here = os.environ\n"
                            "def generate_launch_description():\n"
                            "    return LaunchDescription([LogInfo(msg=here['MODEL'])])\n")
        self.assertEqual(self.logged(
            self.included(SetEnvironmentVariable("MODEL", "burger"), late)), ["burger"])

    def test_arguments_of_a_file_that_substitutions_name_are_found_before_it_runs(self):
        path = self.file("def generate_launch_description():\n"
                         "    return LaunchDescription([DeclareLaunchArgument('speed')])\n")
        named = IncludeLaunchDescription(PythonLaunchDescriptionSource([
            TextSubstitution(text=path[:5]), LaunchConfiguration("rest", default=path[5:])]))
        names = [one.name for one in LaunchDescription([named]).get_launch_arguments()]
        self.assertEqual(names, ["speed"])


class EventsTest(LaunchCase):
    class Ping(launch.Event):
        name = "ping"

    def test_handlers_are_registered_asked_newest_first_and_taken_away(self):
        handler = launch.EventHandler(
            matcher=event_named("ping"), entities=[LogInfo(msg="handled")])
        once = launch.EventHandler(
            matcher=event_named("ping"), entities=LogInfo(msg="once"), handle_once=True)
        self.assertEqual(self.logged(
            RegisterEventHandler(handler), RegisterEventHandler(once),
            EmitEvent(event=self.Ping()), EmitEvent(event=self.Ping()),
            TimerAction(period=0.05, actions=[
                UnregisterEventHandler(handler), EmitEvent(event=self.Ping())])),
            ["once", "handled", "handled"])
        self.assertEqual(handler.describe()[0],
                         "EventHandler(matcher='None', handler='None', handle_once=False)")
        self.assertFalse(BaseEventHandler(matcher=lambda event: False).matches(self.Ping()))

    def test_the_end_of_an_action_is_an_event(self):
        action = OpaqueFunction(function=lambda context: None)
        timer = TimerAction(period=0.01, actions=[])
        self.assertEqual(self.logged(
            RegisterEventHandler(OnExecutionComplete(
                target_action=action, on_completion=LogInfo(msg="function"))),
            RegisterEventHandler(OnExecutionComplete(
                target_action=timer, on_completion=lambda event, context: LogInfo(msg="timer"))),
            action, timer), ["function", "timer"])
        self.assertIs(ExecutionComplete(action=action).action, action)

    def test_events_of_actions_of_users_can_be_handled(self):
        class Mine(launch.Event):
            name = "mine"

            def __init__(self, action):
                self.action = action
        target = LogInfo(msg="target")
        self.assertEqual(self.logged(
            RegisterEventHandler(OnActionEventBase(
                action_matcher=target, on_event=[LogInfo(msg="handled")], target_event_cls=Mine,
                target_action_cls=LogInfo)),
            EmitEvent(event=Mine(target)), EmitEvent(event=Mine(LogInfo(msg="x")))), ["handled"])
        with self.assertRaises(TypeError):
            OnActionEventBase(action_matcher=3, on_event=[], target_event_cls=Mine,
                              target_action_cls=LogInfo)
        with self.assertRaises(RuntimeError):
            EmitEvent(event="no event")

    def test_descriptions_are_included_by_events_from_any_thread(self):
        service = launch.LaunchService()
        service.emit_event(launch.events.IncludeLaunchDescription(
            LaunchDescription([SetLaunchConfiguration("x", "1")])))
        self.assertEqual(service.run(), 0)
        self.assertEqual(service.context.launch_configurations["x"], "1")
        self.assertIn("IncludeLaunchDescription",
                      OnIncludeLaunchDescription().matcher_description)

    def test_a_handler_may_give_nothing_among_its_entities_but_nothing_else(self):
        class Giving(launch.EventHandler):
            def handle(self, event, context):
                return self.given

        def of(*entities):
            handler = Giving(matcher=event_named("ping"))
            handler.given = list(entities)
            return RegisterEventHandler(handler)
        self.assertEqual(self.logged(
            of(LogInfo(msg="handled"), None), EmitEvent(event=self.Ping())), ["handled"])
        self.assertEqual(self.run_entities(of("words"), EmitEvent(event=self.Ping()))[0], 1)
        self.assert_line("expected a LaunchDescriptionEntity from event_handler, got 'words'")

    def test_an_exception_in_a_handler_ends_the_launch_with_1(self):
        def fail(event, context):
            raise RuntimeError("from a handler")
        self.assertEqual(self.run_entities(
            RegisterEventHandler(OnShutdown(on_shutdown=fail)), Shutdown())[0], 1)
        self.assert_line("Caught exception in launch (see debug for traceback): from a handler")


class ConditionsTest(LaunchCase):
    def test_conditions_are_texts_that_are_true_or_false(self):
        say = lambda text, condition: LogInfo(msg=text, condition=condition)  # noqa: E731
        with self.assertWarns(UserWarning):
            equals = LaunchConfigurationEquals("v", "1")
            differs = LaunchConfigurationNotEquals("v", "1")
            is_unset = LaunchConfigurationEquals("w", None)
        self.assertEqual(self.logged(
            SetLaunchConfiguration("v", "1"), say("if", IfCondition(var("v"))),
            say("unless", UnlessCondition(var("v"))), say("TRUE", IfCondition("TRUE")),
            say("equals", equals), say("differs", differs), say("is unset", is_unset),
            say("own", launch.Condition(predicate=lambda context: True))),
            ["if", "TRUE", "equals", "is unset", "own"])
        with self.assertRaisesRegex(InvalidConditionExpressionError, "but got 'maybe'"):
            evaluate_condition_expression(LaunchContext(), [TextSubstitution(text="maybe")])
        with self.assertRaises(TypeError):
            LogInfo(msg="x", condition="true")


class IntrospectorTest(LaunchCase):
    def test_a_description_is_printed_as_a_tree(self):
        description = LaunchDescription([
            LogInfo(msg=["a", LaunchConfiguration("x")]),
            ExecuteProcess(cmd=["echo", "b"], cwd="/usr", env={"A": "1"}),
            RegisterEventHandler(OnShutdown(on_shutdown=[])), Shutdown(), OpaqueFunction(
                function=print), RegisterEventHandler(launch.EventHandler(
                    matcher=print, entities=[LogInfo(msg="c"), LogInfo(msg="d")]))])
        lines = LaunchIntrospector().format_launch_description(description).splitlines()
        self.assertIn("LaunchDescription object at", lines[0])
        self.assertEqual(lines[1], "├── LogInfo('a' + LaunchConfig('x'))")
        self.assertEqual(lines[2], "├── ExecuteProcess(cmd=['echo', 'b'], cwd=''/usr'', "
                                   "env={'A': '1'}, shell=False)")
        self.assertTrue(lines[3].startswith("├── RegisterEventHandler('<launch.event_handlers."))
        self.assertTrue(lines[4].startswith("│   └── OnShutdown(matcher='event issubclass of"))
        self.assertEqual(lines[5], "├── EmitEvent(event='launch.events.Shutdown')")
        self.assertTrue(lines[6].startswith("├── Action('<launch.actions.opaque_function."))
        self.assertEqual([line[4:] for line in lines[-2:]],
                         ["    ├── LogInfo('c')", "    └── LogInfo('d')"])

    def test_files_are_paths_too(self):
        path = pathlib.Path(self.prefix.file("path.launch.xml", "<launch/>"))
        self.assertEqual(self.run_entities(IncludeLaunchDescription(path))[0], 0)


if __name__ == "__main__":
    unittest.main()
