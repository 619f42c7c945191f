"""launch_ros: policies of executors for nodes and containers, as /proc shows them."""
import os
import pathlib
import signal
import time
import unittest

from launch_case import LaunchCase
from prefix import LIMIT, MARK

EACH = "threads: {{each: group, policy: {policy}}}\n"
CONTAINER = """pkg="rclcpp_components" exec="component_container" name="{name}" namespace="/" """
IN_IT = """<composable_node pkg="nodes" plugin="launch_nodes::Talker" name="{name}"/>"""


class PoliciesTest(LaunchCase):
    def setUp(self):
        super().setUp()
        for policy in ("BATCH", "IDLE"):
            self.prefix.file(f"{policy.lower()}.yaml", EACH.format(policy=f"SCHED_{policy}"))

    def start(self, name, text):
        launch = self.prefix.start(self.prefix.file(name, text))
        self.addCleanup(launch.close)
        return launch

    def threads(self):
        """Give {name: policy} of all threads of the prefix that a timer of a talker has."""
        found = {}
        for folder in pathlib.Path("/proc").glob("[0-9]*"):
            try:
                if f"{MARK}={self.prefix.mark}".encode() not in (folder / "environ").read_bytes():
                    continue
                for thread in (folder / "task").iterdir():
                    name = (thread / "comm").read_text().strip()
                    found[name] = os.sched_getscheduler(int(thread.name))
            except OSError:  # it has ended
                pass
        return {name: policy for name, policy in found.items() if name.endswith(".20ms")}

    def assert_threads(self, launch, **wanted):
        """Wait until the timers of these nodes, and of no others, have such threads."""
        wanted = {f"{name}.20ms": policy for name, policy in wanted.items()}
        end = time.monotonic() + LIMIT
        while self.threads() != wanted and time.monotonic() < end:
            time.sleep(0.05)
        self.assertEqual(self.threads(), wanted, launch.lines)

    def test_each_node_and_container_has_the_policy_that_its_tag_names(self):
        launch = self.start("policies.launch.xml", f"""<launch>
            <node pkg="nodes" exec="talker" name="a" executor_policy="$(dirname)/batch.yaml"/>
            <node pkg="nodes" exec="talker" name="usual" output="screen"/>
            <node_container {CONTAINER.format(name="box")}
              executor_policy="$(dirname)/idle.yaml">{IN_IT.format(name="b")}</node_container>
            <load_composable_node target="/box">{IN_IT.format(name="late")}</load_composable_node>
            <node_container {CONTAINER.format(name="plain")}>{IN_IT.format(name="c")}
            </node_container></launch>""")
        launch.wait_for("Loaded node '/c'", "[usual]: talks")
        self.assert_threads(
            launch, a=os.SCHED_BATCH, b=os.SCHED_IDLE, late=os.SCHED_IDLE)
        self.assertEqual(launch.end(signal.SIGINT), 0, launch.lines)

    def test_yaml_and_python_name_it_too_and_it_goes_before_variables(self):
        self.prefix.file("named.launch.yaml", """launch:
- node: {pkg: nodes, exec: talker, name: a, executor_policy: $(dirname)/batch.yaml,
         env: [{name: RANVIER_EXECUTOR_POLICY, value: /not/there}]}""")
        launch = self.start("named.launch.py", f"""
from launch import LaunchDescription
from launch.actions import IncludeLaunchDescription
from launch.substitutions import PathJoinSubstitution, ThisLaunchFileDir
from launch_ros.actions import LifecycleNode, Node


def generate_launch_description():
    idle = PathJoinSubstitution([ThisLaunchFileDir(), 'idle.yaml'])
    node = Node(package='nodes', executable='talker', name='b', executor_policy=idle,
                additional_env={{'RANVIER_EXECUTOR_POLICY': '/not/there'}})
    managed = LifecycleNode(package='nodes', executable='managed', name='m', namespace='',
                            executor_policy=idle)
    assert node.executor_policy is idle and managed.executor_policy is idle
    return LaunchDescription([
        IncludeLaunchDescription('{self.prefix.files}/named.launch.yaml'), node, managed])
""")
        self.assert_threads(launch, a=os.SCHED_BATCH, b=os.SCHED_IDLE)
        self.assertEqual(launch.end(signal.SIGINT), 0, launch.lines)

    def test_a_file_that_is_not_there_ends_the_process_with_its_reason(self):
        launch = self.start("none.launch.xml", """<launch>
            <node pkg="nodes" exec="talker" output="screen" executor_policy="/not/there.yaml"/>
            </launch>""")
        self.assertEqual(launch.end(), 3)
        self.assert_line("RANVIER_EXECUTOR_POLICY: ", launch.lines)
        self.assert_line("/not/there.yaml", launch.lines)

    def test_a_node_with_a_policy_is_not_composed_and_the_reason_is_said(self):
        launch = self.start("compose.launch.xml", """<launch><set_composition mode="all"/>
            <node pkg="nodes" exec="talker" name="a" executor_policy="$(dirname)/batch.yaml"/>
            </launch>""")
        launch.wait_for("'nodes/talker' stays a process: its action has 'executor_policy'")
        self.assert_threads(launch, a=os.SCHED_BATCH)
        self.assertEqual(launch.end(signal.SIGINT), 0, launch.lines)

    def test_variables_that_are_no_dictionary_are_refused_as_ever(self):
        from launch_ros.actions import Node
        with self.assertRaisesRegex(TypeError, "additional_env=.*expected a dictionary"):
            Node(executable="x", executor_policy="p", additional_env=[("A", "1")])


if __name__ == "__main__":
    unittest.main()
