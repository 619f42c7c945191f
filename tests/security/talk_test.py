"""Secured processes: they talk as others do, from C++, Python, launch files and `ros2`."""
import re
import subprocess
import sys
import unittest

from processes import BUILD, LIMIT_S, PROGRAM, PYTHON, Opened, SecurityTest

LAUNCH = """
from launch import LaunchDescription
from launch_ros.actions import Node

def generate_launch_description():
    return LaunchDescription([
        Node(executable="{program}", name="one", arguments=["publish from_one first"],
             ros_arguments=["--enclave", "/one"]),
        Node(executable="{program}", name="two", arguments=["publish from_two second"],
             additional_env={{"ROS_SECURITY_ENCLAVE_OVERRIDE": "/two"}}),
    ])
"""


class Talk(SecurityTest):
    def pair(self):
        return self.started("/one"), self.started("/two", words=PYTHON)

    def test_topics_services_and_actions_go_both_ways_between_cpp_and_python(self):
        for here, there in (self.pair(), reversed(self.pair())):
            self.assertEqual(here.ask("publish chatter hello you"), "published")
            self.assertEqual(there.ask("listen chatter"), "listening")
            self.assertEqual(there.hear(), "hello you")
            self.assertEqual(here.ask("serve adder"), "serving")
            self.assertEqual(there.ask("call adder 2 3"), "sum 5")
            self.assertEqual(here.ask("execute count"), "executing")
            self.assertEqual(there.ask("send count 3"), "result 0 1 2")
            for process in (here, there):
                self.assertEqual(len(process.plugins()), 3)
                status, said = process.end()
                self.assertEqual(status, 0, said)
                self.assertRegex(said, r"Found security directory: .*/enclaves/(one|two)\n")
                self.assertNotRegex(said, "(?i)warn|error")

    def test_the_command_sees_the_graph_of_its_enclave_and_uses_it(self):
        one = self.started("/one")
        for line in ("publish chatter hello", "serve adder", "execute count", "parameter p text"):
            one.ask(line)
        for words, pattern in (
                (("node", "list"), "^/program\n$"),
                (("topic", "list"), "(?m)^/chatter$"),
                (("topic", "echo", "--once", "/chatter"), "^data: hello\n---\n$"),
                (("service", "call", "/adder", "example_interfaces/srv/AddTwoInts", "{a: 2, b: 3}"),
                 "sum=5"),
                (("action", "send_goal", "/count", "example_interfaces/action/Fibonacci",
                  "{order: 2}"), "SUCCEEDED"),
                (("param", "get", "/program", "p"), "^String value is: text\n$")):
            with self.subTest(words):
                done = self.ros2(*words)
                self.assertRegex(done.stdout, pattern, done.stderr)
                self.assertEqual(done.returncode, 0, done.stderr)
        unkeyed = self.ros2("node", "list", enclave=None)
        self.assertEqual(unkeyed.stdout, "")

    def test_a_launch_file_gives_each_node_its_enclave(self):
        for name in ("/one", "/two"):
            self.keys.enclave(name)
        # Each may publish what it does, so a node in the other's enclave would be refused.
        self.keys.allow("/of_one", '<topics publish="ALLOW"><topic>/from_one</topic></topics>')
        self.keys.allow("/of_two", '<topics publish="ALLOW"><topic>/from_two</topic></topics>')
        text = LAUNCH.format(program=PROGRAM).replace('"/one"', '"/of_one"').replace(
            '"/two"', '"/of_two"')
        file = self.keys.folder / "robot.launch.py"
        file.write_text(text)
        listener = self.started("/listener")
        for topic in ("from_one", "from_two"):
            listener.ask(f"listen {topic}")
        with subprocess.Popen([sys.executable, BUILD / "bin/ros2", "launch", file], text=True,
                              env=self.environment("/"), stdin=subprocess.DEVNULL,
                              stdout=subprocess.PIPE, stderr=subprocess.STDOUT) as launch:
            try:
                heard = sorted([listener.hear(), listener.hear()])
            finally:
                launch.terminate()
                said = launch.communicate(timeout=LIMIT_S)[0]
        self.assertEqual(heard, ["first", "second"], said)

    def test_the_last_enclave_of_the_arguments_is_taken_and_told(self):
        two = self.started("/two", words=PYTHON)
        one = self.started("/nosuch", arguments=("-r", "__node:=one", "-e", "/one"))
        self.assertIn("/enclaves/one\n", one.said())
        self.assertEqual(two.ask("enclaves one"), "/one")

    def test_an_override_is_for_the_files_alone_and_peers_hear_the_arguments(self):
        two = self.started("/two", words=PYTHON)
        self.keys.enclave("/one")
        for words in ((PROGRAM,), PYTHON):
            one = self.started("/elsewhere", words=words, arguments=("-r", "__node:=one"),
                               ROS_SECURITY_ENCLAVE_OVERRIDE="/one")
            self.assertIn("/enclaves/one\n", one.said())
            self.assertEqual(two.ask("enclaves one"), "/elsewhere")
            one.end()

    def test_the_root_enclave_is_the_default(self):
        self.keys.make("create_enclave", self.keys.path, "/")
        root = self.started(None, ROS_SECURITY_ENABLE="true", ROS_SECURITY_STRATEGY="Enforce",
                            ROS_SECURITY_KEYSTORE=self.keys.path)
        self.assertRegex(root.said(), re.escape(f"{self.keys.path}/enclaves\n"))

    def test_a_process_without_security_has_nothing_of_it(self):
        enclave = self.keys.enclave("/one")
        folders = (self.keys.path, enclave.parent, enclave, self.keys.path / "public")
        for words in ((PROGRAM,), PYTHON):
            opened = Opened(*folders)
            plain = self.started(words=words, ROS_SECURITY_KEYSTORE=self.keys.path,
                                 ROS_SECURITY_ENCLAVE_OVERRIDE="/one",
                                 ROS_SECURITY_ENABLE="TRUE", ROS_SECURITY_STRATEGY="Enforce")
            plain.ask("publish chatter hello")
            self.assertEqual(plain.plugins(), [])
            libraries = plain.libraries()
            self.assertEqual(plain.end(), (0, ""))
            self.assertEqual(opened.close(), set())
            if words == PYTHON:  # the interpreter may have libraries of its own
                continue
            # Debian's libddsc links OpenSSL whether anybody uses it or not; nothing else does.
            of_dds = subprocess.run(["ldd", libraries["libddsc"]], text=True, check=True,
                                    capture_output=True).stdout
            self.assertEqual([name for name in ("libcrypto", "libssl", "libxml2")
                              if name in libraries and name not in of_dds], [])
        opened = Opened(*folders)
        self.started("/one").end()
        self.assertLessEqual({"cert.pem", "key.pem", "permissions.p7s"}, opened.close())


if __name__ == "__main__":
    unittest.main()
