"""The agent by its name of the field, out of an installed prefix: ros2 run micro_ros_agent ...

usage: micro_agent_test.py <build folder> <program of a board> [unittest arguments]
"""
import os
import pathlib
import re
import signal
import subprocess
import sys
import time
import unittest

from prefix import RUN_LIMIT_S, Prefix, environment

BUILD = pathlib.Path(sys.argv.pop(1)).resolve()
BOARD = pathlib.Path(sys.argv.pop(1)).resolve()
AGENT = "ros2 run micro_ros_agent micro_ros_agent"
PROGRAMS = pathlib.Path(__file__).resolve().parents[1] / "micro"
CMAKE = """cmake_minimum_required(VERSION 3.16)
project(board LANGUAGES C)
find_package(ranvier_micro REQUIRED)
ranvier_micro_library(client XRCE_FRAGMENTED_BYTES=4096)
ranvier_micro_ros(client_ros CLIENT client PACKAGES std_msgs example_interfaces)
add_executable(board rclc_program.c)
target_link_libraries(board PRIVATE client_ros)
"""


class MicroAgent(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.prefix = Prefix(BUILD)
        cls.addClassCleanup(cls.prefix.close)

    def test_a_board_comes_into_the_graph_and_an_interrupt_ends_the_agent(self):
        self.check(BOARD)

    def test_a_board_that_is_compiled_outside_the_tree_comes_into_the_graph(self):
        source = self.prefix.scratch / "board"
        source.mkdir()
        for path in (PROGRAMS / "rclc_program.c", PROGRAMS / "board_program.h"):
            (source / path.name).write_text(path.read_text())
        (source / "CMakeLists.txt").write_text(CMAKE)
        self.prefix.run("cmake -S . -B build && cmake --build build", cwd=source)
        self.check(source / "build/board")

    def check(self, board_program):
        """It comes into the graph through the agent, which an interrupt ends."""
        of_board = {**environment(), "XRCE_DOMAIN_ID_OVERRIDE": environment()["ROS_DOMAIN_ID"]}
        words = self.prefix.shell("export XRCE_DOMAIN_ID_OVERRIDE=$ROS_DOMAIN_ID && "
                                  f"exec {AGENT} udp4 --port 0")
        # A group of its own, to which the interrupt goes, as that of a terminal does.
        agent = subprocess.Popen(words, cwd=self.prefix.scratch, env=environment(), text=True,
                                 stdout=subprocess.PIPE, stderr=subprocess.STDOUT,
                                 start_new_session=True)
        with agent:
            try:
                said = next((line for line in agent.stdout if "boards come in" in line), "")
                port = re.search(r"udp4 port (\d+)", said)
                self.assertIsNotNone(port, said)
                board = subprocess.Popen([board_program, port[1]], env=of_board)
                try:
                    self.see("/some/space/rclc_node")
                finally:
                    board.kill()
                    board.wait()
            finally:
                os.killpg(agent.pid, signal.SIGINT)
                try:
                    rest, _ = agent.communicate(timeout=RUN_LIMIT_S)
                except subprocess.TimeoutExpired:
                    os.killpg(agent.pid, signal.SIGKILL)
                    raise
            self.assertIn(agent.returncode, (0, -signal.SIGINT, 128 + signal.SIGINT), rest)

    def see(self, node):
        until = time.monotonic() + RUN_LIMIT_S
        nodes = ""
        while time.monotonic() < until and node not in nodes.split():
            nodes = self.prefix.run("ros2 node list --no-daemon")
        self.assertIn(node, nodes.split())

    def test_a_transport_that_there_is_not_is_refused_by_name(self):
        with self.assertRaises(AssertionError) as raised:
            self.prefix.run(f"{AGENT} carrier_pigeon")
        self.assertIn("carrier_pigeon", str(raised.exception))
        self.assertIn("udp4", str(raised.exception))


if __name__ == "__main__":
    unittest.main()
