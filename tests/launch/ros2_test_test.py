"""`ros2 test`: launch tests in a domain that no other test of the host has."""
import os
import re
import socket
import subprocess
import sys
import unittest

from launch_case import LaunchCase
from prefix import BUILD, LIMIT

FILE = '''
import os
import unittest
import launch
import launch_testing
import launch_testing.actions
from launch.actions import DeclareLaunchArgument, ExecuteProcess
from launch.substitutions import LaunchConfiguration


def generate_test_description():
    shown = ExecuteProcess(cmd=['sh', '-c', 'echo domain ${ROS_DOMAIN_ID-none}'])
    return launch.LaunchDescription([
        DeclareLaunchArgument('wanted', default_value='any', description='the domain'),
        shown, launch_testing.util.KeepAliveProc(),
        launch_testing.actions.ReadyToTest()]), {'shown': shown}


class Domains(unittest.TestCase):
    def test_processes_have_the_domain_of_the_test(self, proc_output, shown, test_args):
        mine = os.environ.get('ROS_DOMAIN_ID', 'none')
        proc_output.assertWaitFor(f'domain {mine}', process=shown, stream='stdout', timeout=10)
        self.assertIn(test_args.get('wanted', 'any'), ('any', mine))
'''
WAITING = FILE.replace("        mine =", "        open(os.environ['READY'], 'w').close()\n"
                       "        open(os.environ['GO']).close()\n        mine =")


class Ros2TestTest(LaunchCase):
    def setUp(self):
        super().setUp()
        self.file = self.prefix.file("domains.py", FILE)

    def environment(self, domain=None, **more):
        environment = self.prefix.environment(**more)
        del environment["ROS_DOMAIN_ID"]
        return environment if domain is None else {**environment, "ROS_DOMAIN_ID": domain}

    def words(self, *words):
        return [sys.executable, "-B", str(BUILD / "bin/ros2"), "test", *map(str, words)]

    def ros2_test(self, *words, domain=None):
        return subprocess.run(self.words(*words), env=self.environment(domain), text=True,
                              cwd=self.prefix.files, capture_output=True, timeout=LIMIT)

    def domain_of(self, text):
        return re.search(r"^Running with ROS_DOMAIN_ID (\d+)$", text, re.M)[1]

    def test_a_test_gets_a_domain_and_its_processes_have_it(self):
        done = self.ros2_test(self.file)
        self.assertEqual(done.returncode, 0, done.stderr)
        self.assertGreater(int(self.domain_of(done.stdout)), 0)
        self.assertTrue(done.stderr.endswith("OK\n"), done.stderr)

    def test_two_tests_at_one_time_have_different_domains(self):
        waiting = self.prefix.file("waiting.py", WAITING)
        ready, go = self.prefix.path / "ready", self.prefix.path / "go"
        for path in (ready, go):
            os.mkfifo(path)
        environment = self.environment(READY=str(ready), GO=str(go))
        with subprocess.Popen(self.words(waiting), env=environment, text=True,
                              stdout=subprocess.PIPE, stderr=subprocess.PIPE) as first:
            self.addCleanup(first.kill)
            open(ready).close()
            second = self.ros2_test(self.file)
            open(go, "w").close()
            said, errors = first.communicate(timeout=LIMIT)
        self.assertEqual((first.returncode, second.returncode), (0, 0), errors + second.stderr)
        self.assertNotEqual(self.domain_of(said), self.domain_of(second.stdout))

    def test_a_domain_that_is_set_stays_and_isolation_can_be_refused(self):
        for words, domain, seen in (([], "73", "73"), (["--disable-isolation"], "73", "73"),
                                    (["--disable-isolation"], None, "none")):
            done = self.ros2_test(*words, self.file, f"wanted:={seen}", domain=domain)
            self.assertEqual(done.returncode, 0, done.stderr)
            self.assertNotIn("Running with", done.stdout)

    def test_it_takes_what_launch_test_takes(self):
        results = self.prefix.files / "results.xml"
        done = self.ros2_test(self.file, "wanted:=elsewhere", "--package-name", "mine",
                              f"--junit-xml={results}")
        self.assertEqual(done.returncode, 1)
        self.assertTrue(done.stderr.endswith("FAILED\n"), done.stderr)
        self.assertIn("'elsewhere' not found in", done.stderr)
        self.assertRegex(results.read_text(), r'mine\.domains\.py[^>]*failures="1"')
        shown = self.ros2_test("-s", self.file)
        self.assertEqual(shown.returncode, 0)
        self.assertIn("'wanted':\n        the domain", shown.stdout)

    def test_what_is_no_test_is_named(self):
        broken = self.prefix.file("broken.py", "raise ValueError('no test at all')")
        no_python = self.prefix.file("no_python.py", "def generate(:")
        empty = self.prefix.file("empty.py", "")
        for words, status, said in (
                ((), 2, "required: launch_test_file"),
                (("nosuch.py",), 2, "Test file 'nosuch.py' does not exist"),
                ((broken,), 1, "no test at all"),
                ((no_python,), 2, "is no Python"),
                ((empty,), 2, "has no generate_test_description")):
            with self.subTest(words=words):
                done = self.ros2_test(*words)
                self.assertEqual(done.returncode, status, done.stderr)
                self.assertIn(said, done.stdout + done.stderr)

    def test_when_every_domain_is_taken_it_says_so(self):
        for domain in range(1, 101):
            held = socket.socket()
            self.addCleanup(held.close)
            try:
                held.bind(("127.0.0.1", 22119 + domain))
            except OSError:  # another test has it
                pass
        done = self.ros2_test(self.file)
        self.assertEqual(done.returncode, 1)
        self.assertIn("ROS_DOMAIN_ID", done.stderr)
        self.assertNotIn("Traceback", done.stderr)


if __name__ == "__main__":
    unittest.main()
