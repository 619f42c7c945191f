"""Composition as a switch: --compose, SetComposition, and what stays as it was."""
import os
import pathlib
import re
import signal
import subprocess
import unittest

from launch_case import LaunchCase

BUILD = pathlib.Path(os.environ["RANVIER_BUILD"])
FILE = """
import os
from launch import LaunchDescription
from launch.actions import LogInfo, RegisterEventHandler
from launch.event_handlers import OnProcessExit, OnProcessStart
from launch_ros.actions import Node


def generate_launch_description():
    parameters = os.path.join(os.path.dirname(os.path.abspath(__file__)), 'talker.yaml')
    talker = Node(package='nodes', executable='talker', name='voice', namespace='robot',
                  output='screen', parameters=[parameters], remappings=[('chatter', 'said')])
    return LaunchDescription([
        RegisterEventHandler(OnProcessStart(
            target_action=talker, on_start=LogInfo(msg='the talker has started'))),
        talker,
        Node(package='nodes', executable='listener', output='screen',
             remappings=[('chatter', '/robot/said')]),
        Node(package='nodes', executable='talker', name='alone', output='screen',
             additional_env={'SOMETHING': '1'}),
        Node(package='tools', executable='child', output='screen')])
"""
HEARD = ("[talker-", "[robot.voice]: talks: of its name", "the talker has started",
         "[listener]: heard: of its name", "[alone]: talks: hello", "[child-")


class CompositionTest(LaunchCase):
    def setUp(self):
        super().setUp()
        self.prefix.file("talker.yaml", """/**: {ros__parameters: {words: of all}}
/robot/voice: {ros__parameters: {words: of its name}}""")
        self.file = self.prefix.file("compose.launch.py", FILE)

    def outcome(self, *words):
        """Give the lines that each prefix has, without stamps, and the programs that ran."""
        launch = self.prefix.start(*words, self.file)
        self.addCleanup(launch.close)
        launch.wait_for(*HEARD)
        running = " ".join(str(one) for one in self.prefix.processes())
        self.assertEqual(launch.end(signal.SIGINT), 0, launch.lines)
        self.assertEqual(self.prefix.processes(), [])
        return launch.lines, running

    def names_of(self, lines, text):
        return {line.partition(" ")[0] for line in lines if text in line}

    def test_nodes_have_the_same_names_parameters_and_prefixes_in_each_mode(self):
        groups = self.prefix.file("groups.yaml", """groups:
  front: {container: mt, nodes: [/robot/voice]}
  back: {nodes: [nodes/listener]}""")
        newer = self.prefix.file("newer.yaml", """groups:
  front: {container: callback_isolated, nodes: [/robot/voice]}
  back: {container: events_cbg, nodes: [nodes/listener]}""")
        for mode, programs in (
                ("none", ()), ("all", ("component_container ",)),
                ("isolated", ("component_container_isolated ",)),
                (groups, ("component_container_mt ", "component_container ")),
                (newer, ("component_container_callback_isolated ",
                         "component_container_events_cbg "))):
            with self.subTest(mode=str(mode)):
                lines, running = self.outcome("--compose", mode)
                self.assertEqual(self.names_of(lines, "[robot.voice]: talks"), {"[talker-1]"})
                names = self.names_of(lines, "[listener]: heard")
                self.assertEqual({name[:10] for name in names}, {"[listener-"})
                for program in programs:
                    self.assertIn(f"{program}--ros-args", running)
                self.assertEqual("component_container" in running, bool(programs))
                self.assertEqual("nodes/listener" in running, not programs)

    def test_what_needs_a_process_stays_one_and_the_reason_is_said(self):
        lines, running = self.outcome("--compose", "all")
        self.assert_line("'nodes/talker' stays a process: its action has 'additional_env'", lines)
        self.assertIn("__node:=alone", running)

    def test_a_node_with_an_enclave_is_composed_only_where_its_container_has_that_one(self):
        store = self.prefix.path / "keys"
        for words in (["create_keystore", store], ["create_enclave", store, "/front"],
                      ["create_enclave", store, "/own"], ["create_enclave", store, "/"]):
            subprocess.run([BUILD / "bin/ranvier-security", *words], check=True,
                           capture_output=True)
        os.environ.update(ROS_SECURITY_ENABLE="true", ROS_SECURITY_KEYSTORE=str(store),
                          ROS_SECURITY_STRATEGY="Enforce", ROS_SECURITY_ENCLAVE_OVERRIDE="")
        for group, expected in (
                ("{enclave: /front, nodes: [nodes/talker]}",
                 {("component_container", "/front"), ("talker", "/own")}),
                ("{nodes: [nodes/talker]}", {("talker", "/front"), ("talker", "/own")})):
            with self.subTest(group=group):
                groups = self.prefix.file("safe.yaml", f"groups: {{safe: {group}}}")
                self.assertEqual(self.enclaves_of_two_talkers(groups), expected)
                self.assert_line("'nodes/talker' stays a process: its action has the enclave "
                                 "'/own', and the group 'safe' has ")

    def enclaves_of_two_talkers(self, groups):
        """Launch talkers with the enclaves /front and /own; give (program, enclave) of each process."""
        file = self.prefix.file("safe.launch.py", """
from launch import LaunchDescription
from launch_ros.actions import Node


def generate_launch_description():
    return LaunchDescription([
        Node(package='nodes', executable='talker', name=name, output='screen',
             ros_arguments=['--enclave', enclave])
        for name, enclave in (('one', '/front'), ('two', '/own'))])
""")
        launch = self.prefix.start("--compose", groups, file)
        self.addCleanup(launch.close)
        launch.wait_for("[one]: talks", "[two]: talks")
        running = " ".join(str(one) for one in self.prefix.processes())
        self.assertEqual(launch.end(signal.SIGINT), 0, launch.lines)
        self.lines = launch.lines
        return set(re.findall(r"/(\w+) --ros-args --enclave (/\w+)", running))

    def test_a_node_that_cannot_be_loaded_is_a_failure_and_an_exit(self):
        file = self.prefix.file("broken.launch.xml", """<launch>
            <set_composition mode="all"/>
            <node pkg="nodes" exec="talker" on_exit="shutdown"><param name="words" value="throw"/>
            </node></launch>""")
        done = self.prefix.launch(file)
        self.assertEqual(done.returncode, 3, done.stdout)
        self.assertIn("Failed to load node of type 'launch_nodes::Talker'", done.stdout)
        self.assertIn("a talker that cannot start", done.stdout)
        self.assertIn("was required: shutting down launched system", done.stdout)

    def test_one_composed_node_ends_alone_when_it_is_asked_to(self):
        file = self.prefix.file("unload.launch.py", """
from launch import LaunchDescription
from launch.actions import EmitEvent, LogInfo, RegisterEventHandler, TimerAction
from launch.event_handlers import OnProcessExit, OnProcessStart
from launch.events import matches_action
from launch.events.process import ShutdownProcess
from launch_ros.actions import Node, SetComposition


def generate_launch_description():
    first = Node(package='nodes', executable='talker', name='first')
    second = Node(package='nodes', executable='talker', name='second')
    end = lambda node: EmitEvent(event=ShutdownProcess(process_matcher=matches_action(node)))
    return LaunchDescription([
        SetComposition('all'), first, second,
        RegisterEventHandler(OnProcessStart(target_action=second, on_start=[end(first)])),
        RegisterEventHandler(OnProcessExit(target_action=first, on_exit=[
            LogInfo(msg='the first has ended'), end(second)]))])
""")
        done = self.prefix.launch(file)
        self.assertEqual(done.returncode, 0, done.stdout)
        self.assertIn("the first has ended", done.stdout)

    NEXT = """
import os
import signal
from launch import LaunchDescription
from launch.actions import EmitEvent, LogInfo, OpaqueFunction, RegisterEventHandler
from launch.event_handlers import OnProcessExit, OnProcessStart
from launch.events import matches_action
from launch.events.process import ShutdownProcess
from launch_ros.actions import Node, SetComposition


def generate_launch_description():
    first = Node(package='nodes', executable='talker', name='first', output='screen')
    second = Node(package='nodes', executable='talker', name='second', output='screen')
    leave = EmitEvent(event=ShutdownProcess(process_matcher=matches_action(first)))
    kill = OpaqueFunction(function=lambda context: os.kill(
        first.process_details['pid'], signal.SIGKILL))
    return LaunchDescription([
        SetComposition('all'), %s])
"""

    def test_a_node_that_follows_the_end_of_its_container_runs_in_another(self):
        for action, status in (("leave", 0), ("kill", 3)):
            with self.subTest(action=action):
                launch = self.prefix.start(self.prefix.file("next.launch.py", self.NEXT % f"""
        first,
        RegisterEventHandler(OnProcessStart(target_action=first, on_start=[{action}])),
        RegisterEventHandler(OnProcessExit(target_action=first, on_exit=[second]))"""))
                self.addCleanup(launch.close)
                launch.wait_for("[second]: talks: hello", "Loaded node '/second'")
                self.assertEqual(launch.end(signal.SIGINT), status, launch.lines)

    def test_a_node_that_is_asked_to_end_before_it_is_loaded_ends(self):
        launch = self.prefix.start(self.prefix.file(
            "early.launch.py", self.NEXT % """first, second, leave,
        RegisterEventHandler(OnProcessExit(
            target_action=first, on_exit=[LogInfo(msg='the first has ended')]))"""))
        self.addCleanup(launch.close)
        launch.wait_for("Loaded node '/second'", "the first has ended")
        self.assertEqual(launch.end(signal.SIGINT), 0, launch.lines)

    def test_launch_ends_with_a_container_that_ends_before_it_serves(self):
        container = self.prefix.path / "lib/rclcpp_components/component_container"
        good = container.readlink()
        self.addCleanup(lambda: (container.unlink(), container.symlink_to(good)))
        container.unlink()
        self.prefix.program("rclcpp_components", container.name, "#!/bin/sh\nexit 3\n")
        done = self.prefix.launch(self.prefix.file(
            "dies.launch.py", self.NEXT % "first, second"))
        self.assertEqual(done.returncode, 3, done.stdout)

    def test_a_mode_that_is_none_names_what_is_possible(self):
        for mode, words in (
                ("everything", "give none, all, isolated, or a file that names groups"),
                (self.prefix.file("none.yaml", "groups: 3"), "names no groups"),
                (self.prefix.file("bad.yaml", "groups: {a: {container: big, nodes: []}}"),
                 "has the container 'big': expected one of ['callback_isolated', 'events_cbg', "
                 "'isolated', 'mt', 'single']"),
                (self.prefix.file("place.yaml", "groups: {a: {enclave: front, nodes: []}}"),
                 "has the enclave 'front': expected a full name, such as /container"),
                (self.prefix.file("empty.yaml", "groups: {a: {}}"), "has no list 'nodes'")):
            with self.subTest(mode=str(mode)):
                done = self.prefix.launch("--compose", mode, self.file)
                self.assertEqual(done.returncode, 1)
                self.assertIn(words, done.stdout)


if __name__ == "__main__":
    unittest.main()
