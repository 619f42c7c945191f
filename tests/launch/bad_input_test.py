"""What is wrong is named, with a remedy, on a status that is not 0; and nothing hangs."""
import os
import pty
import re
import signal
import unittest

import launch_yaml
from launch.actions import (
    IncludeLaunchDescription, LogInfo, RegisterEventHandler, SetLaunchConfiguration, Shutdown)
from launch.conditions import IfCondition
from launch.event_handlers import OnExecutionComplete
from launch.frontend import Parser, instantiate_action
from launch.frontend.expose import action_parse_methods
from launch.substitutions import LaunchConfiguration, PythonExpression
from launch_case import LaunchCase


class BadInputTest(LaunchCase):
    def refused(self, *words, status=1, says):
        done = self.prefix.launch(*words)
        self.assertEqual(done.returncode, status, done.stdout + done.stderr)
        self.assertIn(says, done.stdout + done.stderr)
        self.assertNotIn("Traceback", done.stdout + done.stderr)

    def test_words_that_name_no_launch_file(self):
        self.prefix.file("good.launch.xml", "<launch/>")
        for words, says in (
                (("nosuch.launch.py",), "the launch file 'nosuch.launch.py' does not exist"),
                (("nosuch_pkg", "a.launch.py"), "Package 'nosuch_pkg' not found"),
                (("tools",), "file 'None' was not found in the share directory of package"),
                (("tools", "a.launch.py"), "file 'a.launch.py' was not found in the share"),
                (("good.launch.xml", "word"), "malformed launch argument 'word', expected"),
                (("good.launch.xml", "a:="), "malformed launch argument 'a:='")):
            with self.subTest(words=words):
                self.refused(*words, says=says)
        for words in ((), ("good.launch.xml", "--nosuch"), ("good.launch.xml", "-p", "-s"),
                      ("good.launch.xml", "-s", "a:=1")):
            with self.subTest(words=words):
                self.refused(*words, status=2, says="error:")

    def test_files_that_cannot_be_launched(self):
        for name, text, says in (
                ("raises.launch.py", "raise RuntimeError('from the file')", "from the file"),
                ("none.launch.py", "def generate_launch_description(): return None",
                 "it must return a LaunchDescription"),
                ("function.launch.py", "x = 1", "does not contain the required function"),
                ("syntax.launch.py", "def", "SyntaxError: invalid syntax"),
                ("node.launch.xml", '<launch><node pkg="nosuch_pkg" exec="a"/></launch>',
                 "package 'nosuch_pkg' not found"),
                ("exec.launch.xml", '<launch><node pkg="tools" exec="nosuch"/></launch>',
                 "executable 'nosuch' not found on the libexec directory"),
                ("name.launch.xml", '<launch><node pkg="tools" exec="once" name="a b"/></launch>',
                 "The node name 'a b' is invalid"),
                ("space.launch.xml", '<launch><push_ros_namespace namespace="1/a"/></launch>',
                 "The namespace '/1/a' is invalid"),
                ("time.launch.xml", '<launch><executable cmd="true" sigterm_timeout="$(env SOON s'
                 'oon)"/></launch>', "Failed to convert 'soon' to 'float': expected a number"),
                ("deep.launch.xml", f"<launch>{'<group>' * 5000}{'</group>' * 5000}</launch>",
                 "the element 'group' stands in more than 50 others"),
                ("deep.launch.yaml", f"launch: {'[{group: ' * 5000}[]{'}]' * 5000}",
                 "more than 100 lists and maps within each other"),
                ("circle.launch.yaml", "launch: &all [{group: *all}]",
                 "'*all' stands for what it stands in"),
                ("include.launch.xml", '<launch><include file="nosuch.xml"/></launch>',
                 "the launch file 'nosuch.xml' does not exist or is not a file")):
            with self.subTest(name=name):
                self.refused(self.prefix.file(name, text), says=says)

    def test_a_terminal_that_is_closed_ends_the_launch_and_its_processes(self):
        file = self.prefix.file("child.launch.xml", """<launch><node pkg="tools" exec="child"
            output="screen"/></launch>""")
        pid, terminal = pty.fork()
        if pid == 0:
            import sys
            os.chdir(self.prefix.files)
            os.execve(sys.executable, [sys.executable, "-B", "-m", "ros2launch", str(file)],
                      self.prefix.environment())
        seen = b""
        while b"] out" not in seen:
            seen += os.read(terminal, 4096)
        os.close(terminal)
        _, status = os.waitpid(pid, 0)
        self.assertFalse(os.WIFSIGNALED(status), status)
        self.assertEqual(self.prefix.processes(), [])

    def test_a_second_interrupt_is_ignored_with_a_warning(self):
        file = self.prefix.file("deaf.launch.xml", """<launch><node pkg="tools" exec="deaf"
            output="screen" sigterm_timeout="1"/></launch>""")
        launch = self.prefix.start(file)
        self.addCleanup(launch.close)
        launch.wait_for("ready")
        launch.send(signal.SIGINT)
        launch.wait_for("user interrupted with ctrl-c (SIGINT)", "sending signal 'SIGINT'")
        self.assertEqual(launch.end(signal.SIGINT), 0)
        self.assert_line("again, ignoring...", launch.lines)


# What Python itself says of a wrong use of an object.
OF_PYTHON = re.compile(
    r"has no attribute|missing \d+ required|unexpected keyword|not subscriptable|unhashable|"
    r"object is not|not iterable|expected str instance|values to unpack|indices must be|"
    r"recursion|must be str|invalid literal|could not convert|unsupported operand|not callable")


class PlacesTest(LaunchCase):
    """What goes wrong in a launch file is one line with the file and the element."""

    def line(self, name, text):
        """Launch a file that fails; give the line that says so, and the path of the file."""
        path = str(self.prefix.file(name, text))
        self.assertEqual(self.run_entities(IncludeLaunchDescription(path))[0], 1, self.lines)
        [line] = [line for line in self.lines if f"of the launch file '{path}'" in line]
        self.assertNotIn("Traceback", "\n".join(self.lines))
        return line, path

    def test_what_a_file_in_xml_or_yaml_does_wrong_is_said_with_the_element(self):
        self.prefix.file("inner.launch.xml", "<launch><log message='$(eval nosuch)'/></launch>")
        for name, text, says in (
                ("eval.launch.xml", "<launch><group><log message=\"$(eval 'nosuch + 1')\"/></group>"
                 "</launch>", "NameError: name 'nosuch' is not defined, in the expression "
                 "'nosuch + 1' of the element 'log' of"),
                ("zero.launch.yaml", "launch: [{let: {name: a, value: $(eval 1/0)}}]",
                 "ZeroDivisionError: division by zero, in the expression '1/0' of the element 'let'"
                 " of"),
                ("if.launch.xml", "<launch><log message='a' if='maybe'/></launch>",
                 "in the element 'log' of"),
                ("name.launch.xml", "<launch><node_container pkg='a' exec='b'/></launch>",
                 "Attribute 'name' of type '<class 'str'>' not found in Entity 'node_container', in "
                 "the element 'node_container' of"),
                ("nested.launch.xml", "<launch><group><node pkg='a' exec='b'><remap/></node></group>"
                 "</launch>", "not found in Entity 'remap', in the element 'node' of"),
                ("missing.launch.xml", "<launch><include file='nosuch.xml'/></launch>",
                 "does not exist or is not a file, in the element 'include' of")):
            with self.subTest(name=name):
                line, _ = self.line(name, text)
                self.assertIn(says, line)
        path = self.prefix.file(
            "outer.launch.xml", "<launch><include file='$(dirname)/inner.launch.xml'/></launch>")
        self.assertEqual(self.run_entities(IncludeLaunchDescription(path))[0], 1)
        self.assert_line("in the expression 'nosuch' of the element 'log' of the launch file "
                         f"'{self.prefix.files}/inner.launch.xml'")

    def test_a_file_that_includes_itself_without_end_is_named(self):
        for name, text in (
                ("self.launch.xml", "<launch><include file='{path}'/></launch>"),
                ("dir.launch.xml", "<launch><include file='$(dirname)/dir.launch.xml'/></launch>"),
                ("self.launch.yaml", "launch: [{{include: {{file: {path}}}}}]")):
            with self.subTest(name=name):
                line, path = self.line(name, text.format(path=self.prefix.files / name))
                self.assertIn(f"the launch file '{path}' includes itself without end", line)
        line, _ = self.line("grows.launch.xml", """<launch><include
            file="$(dirname)/grows.launch.xml"><arg name="n" value="$(var n '')1"/></include>
            </launch>""")
        self.assertIn("nested too deeply, or without an end", line)

    def test_a_file_may_include_itself_with_an_end(self):
        path = self.prefix.file("down.launch.xml", """<launch><arg name="n" default="3"/>
            <log message="$(var n)"/><group if="$(eval '$(var n) > 0')">
            <include file="{path}"><arg name="n" value="$(eval '$(var n) - 1')"/></include>
            </group></launch>""".replace("{path}", str(self.prefix.files / "down.launch.xml")))
        self.assertEqual(self.logged(IncludeLaunchDescription(path)), ["3", "2", "1", "0"])
        again = self.prefix.file("again.launch.xml", """<launch><timer period="0.001">
            <include file="$(dirname)/again.launch.xml"/></timer>
            <let name="unused" value=""/><log message="again"/></launch>""")
        count = LaunchConfiguration("count", default="0")
        self.logged(
            RegisterEventHandler(OnExecutionComplete(
                target_action=lambda action: isinstance(action, LogInfo), on_completion=[
                    SetLaunchConfiguration("count", PythonExpression([count, " + 1"])),
                    Shutdown(condition=IfCondition(PythonExpression([count, " > 15"])))])),
            IncludeLaunchDescription(again))

    def test_what_a_file_in_python_does_wrong_is_said_with_its_line(self):
        text = """from launch import LaunchDescription
from launch.actions import *
from launch.event_handlers import *
from launch_ros.actions import *
from launch.substitutions import *


def function(context):
    {inside}


def generate_launch_description():
    value = LaunchConfiguration('x')
    function(None) if {early} else None
    return LaunchDescription([OpaqueFunction(function=function)])
"""
        for inside, early, says in (
                ("return 'words'", False, "expected a LaunchDescriptionEntity from the function "
                 "'function' of an OpaqueFunction, got 'words': give an action, a list of actions, "
                 "or None, in the element 'OpaqueFunction' of"),
                ("return [3]", False, "of an OpaqueFunction, got '3'"),
                ("return {}['x']", False, "KeyError: 'x', in the element 'OpaqueFunction' of line "
                 "9 of"),
                ("return [GroupAction(3)]", False, "from actions of a GroupAction, got '3'"),
                ("context.launch_configurations['x'] = 3; "
                 "return [LogInfo(msg=LaunchConfiguration('x'))]", False,
                 "LaunchConfig('x') gave 3 of type 'int', where a text is expected, in the element "
                 "'LogInfo' of"),
                ("return [ExecuteProcess(cmd=['true'], output_format='{nosuch}')]", False,
                 "the output_format '{nosuch}' cannot be used (KeyError: 'nosuch')"),
                ("return [ExecuteProcess(cmd=['true'], on_exit=lambda event, context: 'words')]",
                 False, "expected a LaunchDescriptionEntity from event_handler, got 'words': give "
                 "an action, a list of actions, or None, in the element 'OnProcessExit' of"),
                ("raise KeyError('x')", True, "KeyError: 'x', in line 9 of"),
                ("IncludeLaunchDescription('a', launch_arguments={'ab': 'c'})", True,
                 "launch_arguments (.items() of a dictionary, or pairs)={'ab': 'c'}: expected a "
                 "list, in line 9 of"),
                ("IncludeLaunchDescription('a', launch_arguments=['ab'])", True,
                 "launch_arguments has 'ab' in it: expected pairs (name, value)"),
                ("ExecuteProcess(cmd=LaunchConfiguration('x'))", True, "cmd=<launch.substitutions"),
                ("ExecuteProcess(cmd='a b')", True, "cmd='a b': expected a list"),
                ("ExecuteProcess(cmd=['a'], env=['a'])", True, "env=['a']: expected a dictionary"),
                ("Node(package='a', executable='b', arguments='c')", True,
                 "arguments='c': expected a list"),
                ("TimerAction(period=1.0, actions=3)", True, "from actions of a TimerAction, got"),
                ("LaunchDescription('a')", True, "from the list of a LaunchDescription, got 'a'"),
                ("RegisterEventHandler('a')", True, "expected an event handler, such as")):
            with self.subTest(inside=inside):
                line, _ = self.line("wrong.launch.py", text.format(inside=inside, early=early))
                self.assertIn(says, line)

    def test_no_tag_answers_in_the_words_of_python(self):
        asked = {}

        class Entity(launch_yaml.Entity):
            def get_attr(self, name, **kwargs):
                asked.setdefault(self.type_name, set()).add(name)
                return super().get_attr(name, **kwargs)

        def check(tag, value):
            try:
                instantiate_action(Entity(value, tag), launch_yaml.Parser())
            except Exception as error:
                self.assertIsNone(OF_PYTHON.search(str(error)), f"{tag}: {value!r}: {error!r}")
                self.assertEqual(error._launch_place.element, tag)
        values = (None, 3, "$(var", [1], {"a": 1}, [{}], [{"name": [1]}])
        Parser.load_launch_extensions()
        usual = ("name", "value", "exec", "cmd", "file", "message", "from", "to", "target", "period")
        for tag in action_parse_methods:
            for value in (*values, dict.fromkeys(usual, "x")):
                check(tag, value)
            for name in sorted(asked[tag]):
                for value in values:
                    check(tag, {**{one: "x" for one in usual if one in asked[tag]}, name: value})


class CommandTest(LaunchCase):
    FILE = """<launch><arg name="a" default="x$(env HOME)" description="what it is"/>
        <arg name="b"><choice value="1"/></arg><log message="$(var a)"/></launch>"""

    def test_options_print_and_change_what_is_launched(self):
        file = self.prefix.file("options.launch.xml", self.FILE)
        shown = self.prefix.launch("--show-args", file)
        self.assertEqual(shown.stdout, """Arguments (pass arguments as '<name>:=<value>'):

    'a':
        what it is
        (default: 'x' + EnvVar('HOME'))

    'b':
        One of: ['1']
""")
        maybe = self.prefix.file("maybe.launch.xml", """<launch><group if="true">
            <arg name="c"/></group><arg name="d"/></launch>""")
        shown = self.prefix.launch("--show-args", maybe).stdout
        self.assertIn("    'c':*\n", shown)
        self.assertIn("    'd':\n", shown)
        self.assertTrue(shown.endswith("\n\n* declared only under a condition\n"), shown)
        self.assertIn("LogInfo(LaunchConfig('a'))", self.prefix.launch("--print", file).stdout)
        self.assertIn("[launch.user]: y", self.prefix.launch(
            "--noninteractive", file, "a:=x", "a:=y", "b:=1").stdout)
        self.assertIn("[DEBUG] [launch]: processing event",
                      self.prefix.launch("--debug", file, "b:=1").stdout)
        run = self.prefix.file("run.launch.xml", '<launch><executable cmd="echo out"/></launch>')
        self.assertNotIn("] out", self.prefix.launch(run).stdout)
        self.assertIn("] out", self.prefix.launch("-a", run).stdout)
        prefixed = self.prefix.launch(
            "--launch-prefix", "echo before", "--launch-prefix-filter", "ech", "-a", run)
        self.assertIn("] before echo out", prefixed.stdout)

    def test_files_of_packages_are_found_and_must_be_one(self):
        share = self.prefix.path / "share/tools"
        for folder in ("launch", "other"):
            (share / folder).mkdir(parents=True, exist_ok=True)
            (share / folder / "two.launch.xml").write_text("<launch/>")
        (share / "launch/one.launch.xml").write_text("<launch><log message='one'/></launch>")
        self.assertIn("one", self.prefix.launch("tools", "one.launch.xml").stdout)
        self.assertIn("was found more than once",
                      self.prefix.launch("tools", "two.launch.xml").stderr)

    def test_the_api_of_the_command(self):
        from ros2launch import api
        from ros2launch.api.api import SuffixCompleter
        file = self.prefix.file("api.launch.xml", self.FILE)
        self.assertTrue(api.is_launch_file(str(file)))
        self.assertFalse(api.is_launch_file(str(self.prefix.path)))
        self.assertIn(str(file), api.get_launch_file_paths(path=self.prefix.files))
        with self.assertRaises(api.MultipleLaunchFilesError) as caught:
            raise api.MultipleLaunchFilesError("several", ["a"])
        self.assertEqual(caught.exception.paths, ["a"])
        self.assertEqual(list(api.parse_launch_arguments(["a:=1", "a:=2"])), [("a", "2")])
        args = type("Args", (), {"package_name": str(file), "launch_file_name": None})
        self.assertEqual(SuffixCompleter()("", args), ["a:=", "b:="])
        args = type("Args", (), {"package_name": "nosuch_pkg"})
        self.assertEqual(api.LaunchFileNameCompleter()("", args), [])
        self.assertEqual(api.get_option_extensions(), {})

    def test_extensions_of_packages_see_the_description_and_the_status(self):
        import argparse

        import launch
        from ros2launch.api import launch_a_launch_file
        from ros2launch.option import OptionExtension
        seen = []

        class Option(OptionExtension):
            def prestart(self, args):
                seen.append("prestart")

            def prelaunch(self, launch_description, args):
                seen.append("prelaunch")
                return (launch.LaunchDescription([
                    launch.actions.LogInfo(msg="first"), launch_description]),)

            def postlaunch(self, launch_return_code, args):
                seen.append(launch_return_code)
        file = self.prefix.file("extended.launch.xml", "<launch/>")
        status = launch_a_launch_file(
            launch_file_path=str(file), launch_file_arguments=[], args=argparse.Namespace(),
            option_extensions={"mine": Option()})
        self.assertEqual((status, seen), (0, ["prestart", "prelaunch", 0]))


if __name__ == "__main__":
    unittest.main()
