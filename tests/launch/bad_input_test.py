"""What is wrong is named, with a remedy, on a status that is not 0; and nothing hangs."""
import pty
import os
import signal
import unittest

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
                 'oon)"/></launch>', "could not convert string to float: 'soon'"),
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
