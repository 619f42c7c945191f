"""The frame of `ros2`: what is found and imported, what a status means, and what users add."""
import json
import os
import pathlib
import subprocess
import sys
import tempfile
import unittest

BUILD = pathlib.Path(sys.argv.pop(1)).resolve()
ROS2 = BUILD / "bin/ros2"
LIMIT_S = 60



def python_that_completes():
    """Give an interpreter that has argcomplete; '' if there is none."""
    for python in (sys.executable, "/usr/bin/python3"):
        if subprocess.run([python, "-c", "import argcomplete"], check=False,
                          stderr=subprocess.DEVNULL).returncode == 0:
            return python
    return ""


PYTHON_THAT_COMPLETES = python_that_completes()

# A package of a user: a command with a verb, a verb of `ros2 topic`, and each way to end.
FARM = '''
from ros2cli.command import CommandExtension, add_subparsers_on_demand
from ros2cli.verb import VerbExtension


class FarmCommand(CommandExtension):
    """Look after the farm."""

    def add_arguments(self, parser, cli_name):
        self._subparser = parser
        add_subparsers_on_demand(parser, cli_name, "_verb", "farm.verb", required=False)

    def main(self, *, parser, args):
        if not hasattr(args, "_verb"):
            self._subparser.print_help()
            return 0
        return getattr(args, "_verb").main(args=args)


class EndVerb(VerbExtension):
    """End in some way."""

    def add_arguments(self, parser, cli_name):
        parser.add_argument("way")

    def main(self, *, args):
        if args.way == "text":
            return "the cow is out"
        if args.way == "runtime":
            raise RuntimeError("the gate is open")
        if args.way == "fault":
            raise ValueError("nobody thought of this")
        if args.way == "interrupt":
            raise KeyboardInterrupt()
        if args.way == "missing":
            open("/no/such/file")
        return None if args.way == "none" else int(args.way)


class ShoutVerb(VerbExtension):
    """Shout on a topic."""

    def main(self, *, args):
        print("shouted by", self.NAME)


class BrokenVerb(VerbExtension):
    """Cannot be made."""

    EXTENSION_POINT_VERSION = "0.1"

    def __init__(self):
        from ros2cli.plugin_system import satisfies_version
        satisfies_version("0.1", "^2.0")
'''
ENTRY_POINTS = """[ros2cli.command]
farm = farm:FarmCommand
gone = no_such_module:Command
[farm.verb]
end = farm:EndVerb
broken = farm:BrokenVerb
[ros2topic.verb]
shout = farm:ShoutVerb
"""


class FrameTest(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        folder = tempfile.TemporaryDirectory(prefix="ranvier-farm-")
        cls.addClassCleanup(folder.cleanup)
        cls.farm = pathlib.Path(folder.name)
        (cls.farm / "farm.py").write_text(FARM)
        info = cls.farm / "farm-1.0.dist-info"
        info.mkdir()
        (info / "entry_points.txt").write_text(ENTRY_POINTS)

    def ros2(self, *words, farm=False, **env):
        path = [str(self.farm)] * farm
        return subprocess.run(
            [ROS2, *words], capture_output=True, text=True, timeout=LIMIT_S, check=False,
            stdin=subprocess.DEVNULL,
            env={**os.environ, "PYTHONPATH": os.pathsep.join(path), "COLUMNS": "80", **env})

    def test_without_a_command_it_prints_its_help_and_succeeds(self):
        done = self.ros2()
        self.assertEqual((done.returncode, done.stderr), (0, ""))
        self.assertIn("  topic      Look at topics, and publish on them\n", done.stdout)
        self.assertEqual(self.ros2("--help").stdout, done.stdout)

    def test_hidden_commands_are_not_in_the_help_and_work(self):
        self.assertNotIn("extension", self.ros2().stdout)
        self.assertIn("ros2topic.verb", self.ros2("extension_points").stdout)
        self.assertIn("  version: 0.1\n", self.ros2("extension_points", "-v", "-a").stdout)
        said = self.ros2("extensions", "-v", farm=True).stdout
        self.assertIn("  shout: Shout on a topic\n    module_name: farm\n", said)
        self.assertNotIn("  gone:", said)
        self.assertIn("  gone: No module named", self.ros2("extensions", "-a", farm=True).stdout)

    def test_a_group_without_a_verb_prints_its_help_and_succeeds(self):
        for group in ("action", "component", "daemon", "interface", "lifecycle", "multicast",
                      "node", "param", "pkg", "service", "topic"):
            done = self.ros2(group)
            self.assertEqual((done.returncode, done.stderr), (0, ""), group)
            self.assertIn("Commands:\n", done.stdout, group)

    def test_an_unknown_command_or_verb_names_itself_and_those_there_are(self):
        for words, known in ((["nosuch"], "'topic'"), (["topic", "nosuch"], "'echo'")):
            done = self.ros2(*words)
            self.assertEqual((done.returncode, done.stdout), (2, ""))
            self.assertRegex(done.stderr, f"error: .*invalid choice: 'nosuch'.*{known}")

    def test_what_is_not_named_is_not_imported(self):
        for words, wanted, unwanted in (
                (["--help"], "ros2cli.cli", ("rclpy", "yaml", "numpy", "ros2topic")),
                (["topic", "--help"], "ros2topic.command.topic", ("rclpy", "ros2topic.verb.pub")),
                (["pkg", "list"], "ros2pkg.verb.list", ("rclpy", "ros2topic", "ros2pkg.verb.xml")),
                (["topic", "pub"], "ros2topic.verb.pub", ("numpy", "yaml", "ros2topic.verb.echo")),
                (["node", "info", "-h"], "ros2node.verb.info", ("rclpy", "_ranvier", "yaml")),
                (["daemon", "status"], "ros2cli.command.daemon", ("rclpy", "ros2node"))):
            program = (
                "import json, sys\n"
                "from ros2cli.cli import main\n"
                "try:\n    main()\nexcept SystemExit:\n    pass\n"
                "print(json.dumps(sorted(sys.modules)), file=sys.stderr)\n")
            done = subprocess.run(
                [sys.executable, "-c", program, *words], capture_output=True, text=True,
                timeout=LIMIT_S, check=True, env={
                    **os.environ, "PYTHONPATH": str(BUILD / "lib/python3/site-packages")})
            modules = json.loads(done.stderr.splitlines()[-1])
            self.assertIn(wanted, modules)
            for name in unwanted:
                self.assertNotIn(name, modules, words)

    def test_a_user_s_package_adds_a_command_and_a_verb(self):
        self.assertIn("  farm       Look after the farm\n", self.ros2(farm=True).stdout)
        self.assertIn("  shout  Shout on a topic\n", self.ros2("topic", farm=True).stdout)
        self.assertEqual(self.ros2("topic", "shout", farm=True).stdout, "shouted by shout\n")
        self.assertIn("  end     End in some way\n", self.ros2("farm", farm=True).stdout)

    def test_what_a_user_s_package_cannot_do_is_told_and_ends_nothing_else(self):
        self.assertRegex(self.ros2("farm", "broken", farm=True).stderr,
                         "'broken' extension of 'farm.verb': The version '0.1' is below '\\^2.0'")
        done = self.ros2("gone", farm=True)
        self.assertEqual(done.returncode, 1)
        self.assertRegex(done.stderr, "^ros2: 'gone' of 'ros2cli.command' cannot be imported from "
                         "'no_such_module:Command': ")
        self.assertEqual(self.ros2("topic", "shout", farm=True).returncode, 0)

    def test_the_status_is_what_a_verb_gives_or_what_it_raises(self):
        for way, status, stderr in (
                ("none", 0, ""), ("0", 0, ""), ("7", 7, ""), ("text", 1, "the cow is out\n"),
                ("runtime", 1, "the gate is open\n"), ("interrupt", 2, ""),
                ("missing", 1, "[Errno 2] No such file or directory: '/no/such/file'\n")):
            done = self.ros2("farm", "end", way, farm=True)
            self.assertEqual((done.returncode, done.stderr), (status, stderr), way)
        done = self.ros2("farm", "end", "fault", farm=True)
        self.assertEqual(done.returncode, 1)
        self.assertIn("Traceback", done.stderr)

    def test_the_names_that_packages_of_users_import_are_there(self):
        path = pathlib.Path(__file__).with_name("python_names.txt")
        lines = [line for line in path.read_text().splitlines() if not line.startswith("#")]
        program = (
            "import importlib, sys\n"
            "for line in sys.argv[1:]:\n"
            "    module, names = line.split(': ')\n"
            "    found = importlib.import_module(module)\n"
            "    for name in names.split():\n"
            "        getattr(found, name)\n")
        subprocess.run([sys.executable, "-c", program, *lines], check=True, timeout=LIMIT_S,
                       env={**os.environ, "PYTHONPATH": str(BUILD / "lib/python3/site-packages")})

    def test_versions_are_compared_as_carets_say(self):
        program = (
            "from ros2cli.plugin_system import *\n"
            "assert get_upper_bound_caret_version('0.1') == '0.2'\n"
            "assert get_upper_bound_caret_version('1.2.3') == '2.0.0'\n"
            "satisfies_version('0.1.5', '^0.1.0')\n"
            "for version in ('0.2', '0.0.9'):\n"
            "    try:\n        satisfies_version(version, '^0.1')\n"
            "    except PluginException:\n        continue\n"
            "    raise AssertionError(version)\n")
        subprocess.run([sys.executable, "-c", program], check=True, timeout=LIMIT_S,
                       env={**os.environ, "PYTHONPATH": str(BUILD / "lib/python3/site-packages")})

    def test_there_is_no_daemon_and_its_verbs_succeed(self):
        for words in (["status"], ["start"], ["start", "--debug"], ["stop"]):
            done = self.ros2("daemon", *words)
            self.assertEqual((done.returncode, done.stderr), (0, ""))
            self.assertIn("There is no daemon", done.stdout)

    def test_who_reads_no_more_ends_the_command_quietly(self):
        done = subprocess.run(
            ["bash", "-c", f"{ROS2} interface list | head -1; echo ${{PIPESTATUS[0]}}"],
            capture_output=True, text=True, timeout=LIMIT_S, check=False,
            env={**os.environ, "AMENT_PREFIX_PATH": ""})
        self.assertNotIn("Traceback", done.stderr)

    def test_a_range_in_which_nobody_is_found_is_told_of_once(self):
        for peers, count in (("", 1), ("127.0.0.1", 0)):
            done = self.ros2("node", "list", ROS_AUTOMATIC_DISCOVERY_RANGE="OFF",
                             ROS_STATIC_PEERS=peers)
            self.assertEqual(done.stderr.count("ROS_AUTOMATIC_DISCOVERY_RANGE is OFF"), count)

    def test_a_domain_that_is_none_is_named_with_its_remedy(self):
        for number in ("300", "x"):
            done = self.ros2("node", "list", ROS_DOMAIN_ID=number)
            self.assertEqual(done.returncode, 1)
            self.assertRegex(done.stderr, f"ROS_DOMAIN_ID.*{number}")
            self.assertNotIn("Traceback", done.stderr)

    @unittest.skipUnless(PYTHON_THAT_COMPLETES, "python3-argcomplete is not there")
    def test_tab_completes_commands_verbs_and_values(self):
        for line, wanted in (("ros2 to", {"topic"}), ("ros2 topic ec", {"echo"}),
                             ("ros2 topic echo --qos-rel", {"--qos-reliability"})):
            self.assertTrue(wanted <= self.completed(line), line)
        self.assertFalse(any(word.startswith("-") for word in self.completed("ros2 topic list ")))

    def completed(self, line):
        read, write = os.pipe()
        program = f"exec 8>&{write} 9>/dev/null; exec {PYTHON_THAT_COMPLETES} {ROS2}"
        subprocess.run(["bash", "-c", program], pass_fds=[write], timeout=LIMIT_S, check=False,
                       env={**os.environ, "_ARGCOMPLETE": "1", "COMP_LINE": line,
                            "COMP_POINT": str(len(line)), "_ARGCOMPLETE_IFS": "\n"})
        os.close(write)
        with os.fdopen(read) as file:
            return {word.strip() for word in file.read().split("\n")}


if __name__ == "__main__":
    unittest.main()
