"""launch_ros: nodes, containers, lifecycles, and what they are given."""
import os
import signal
import unittest

from launch_case import LaunchCase


class NodesTest(LaunchCase):
    def start(self, name, text, *words):
        launch = self.prefix.start(self.prefix.file(name, text), *words)
        self.addCleanup(launch.close)
        return launch

    def test_nodes_hear_each_other_with_names_parameters_and_remappings(self):
        launch = self.start("pair.launch.xml", """<launch>
            <push_ros_namespace namespace="robot"/>
            <node pkg="nodes" exec="talker" name="voice" output="screen">
              <param name="words" value="from xml"/><remap from="chatter" to="said"/></node>
            <node pkg="nodes" exec="listener" name="ear" output="screen">
              <remap from="chatter" to="said"/></node></launch>""")
        launch.wait_for("[robot.voice]: talks: from xml", "[robot.ear]: heard: from xml")
        self.assertEqual(launch.end(signal.SIGINT), 0)

    def test_a_container_loads_nodes_and_says_which_it_could_not(self):
        launch = self.start("box.launch.py", """
from launch import LaunchDescription
from launch_ros.actions import ComposableNodeContainer, LoadComposableNodes
from launch_ros.descriptions import ComposableNode


def generate_launch_description():
    def node(plugin, **kwargs):
        return ComposableNode(package='nodes', plugin='launch_nodes::' + plugin, **kwargs)
    box = ComposableNodeContainer(
        name='box', namespace='/c', package='rclcpp_components',
        executable='component_container', output='screen', composable_node_descriptions=[
            node('Talker', name='t', namespace='/c', remappings=[('chatter', 'words')],
                 parameters=[{'words': 'composed'}]), node('Nosuch')])
    return LaunchDescription([box, LoadComposableNodes(
        target_container='/c/box', composable_node_descriptions=[
            node('Listener', name='l', remappings=[('chatter', '/c/words')])])])
""")
        launch.wait_for(
            "Loaded node '/c/t' in container '/c/box'", "Loaded node '/l' in container '/c/box'",
            "Failed to load node '' of type 'launch_nodes::Nosuch' in container '/c/box'",
            "[l]: heard: composed")
        self.assertEqual(launch.end(signal.SIGINT), 3)

    def test_a_container_that_never_comes_does_not_keep_launch_from_ending(self):
        launch = self.start("lost.launch.xml", """<launch>
            <load_composable_node target="/nowhere"><composable_node pkg="nodes"
              plugin="launch_nodes::Talker" name="t"/></load_composable_node>
            <timer period="0.5"><shutdown reason="seen"/></timer></launch>""")
        self.assertEqual(launch.end(), 0)
        self.assert_line("Abandoning wait for the '/nowhere/_container/load_node'", launch.lines)

    def test_nodes_whose_container_ends_before_it_serves_are_failures(self):
        self.prefix.program("tools", "short", "#!/bin/sh\nexit 0\n")
        done = self.prefix.launch(self.prefix.file("short.launch.xml", """<launch>
            <node_container pkg="tools" exec="short" name="box" namespace="/">
              <composable_node pkg="nodes" plugin="launch_nodes::Talker" name="a"/>
            </node_container>
            <load_composable_node target="/box"><composable_node pkg="nodes"
              plugin="launch_nodes::Talker" name="b"/></load_composable_node></launch>"""))
        self.assertEqual(done.returncode, 3, done.stdout)
        for name in ("a", "b"):
            self.assertIn(
                f"Failed to load node '{name}' of type 'launch_nodes::Talker' in container "
                "'/box': the container has ended", done.stdout)

    def test_a_container_is_found_while_many_others_never_come(self):
        lost = "".join(f"""<load_composable_node target="/nowhere{number}"><composable_node
            pkg="nodes" plugin="launch_nodes::Talker" name="t"/></load_composable_node>"""
                       for number in range((os.cpu_count() or 1) + 4))
        launch = self.start("many.launch.xml", f"""<launch>{lost}
            <node_container pkg="rclcpp_components" exec="component_container" name="box"
              namespace="/"><composable_node pkg="nodes" plugin="launch_nodes::Talker" name="a"/>
            </node_container></launch>""")
        launch.wait_for("Loaded node '/a' in container '/box'")
        self.assertEqual(launch.end(signal.SIGINT), 0, launch.lines)

    LIFECYCLE = """
from launch import LaunchDescription
from launch.actions import EmitEvent, LogInfo, RegisterEventHandler, Shutdown
from launch.events import matches_action
from launch_ros.actions import LifecycleNode, LifecycleTransition
from launch_ros.event_handlers import OnStateTransition
from launch_ros.events.lifecycle import ChangeState
from lifecycle_msgs.msg import Transition


def generate_launch_description():
    n = LifecycleNode(
        package='nodes', executable='managed', name='m', namespace='', output='screen')
    go = lambda t: EmitEvent(event=ChangeState(
        lifecycle_node_matcher=matches_action(n), transition_id=t))
    on = lambda goal, *what: RegisterEventHandler(OnStateTransition(
        target_lifecycle_node=n, goal_state=goal, entities=[LogInfo(msg='is ' + goal), *what]))
    return LaunchDescription([%s])
"""

    def test_transitions_are_asked_for_by_events_and_are_events(self):
        launch = self.start("lifecycle.launch.py", self.LIFECYCLE % """
            n, on('inactive', go(Transition.TRANSITION_ACTIVATE)),
            on('active', go(Transition.TRANSITION_CONFIGURE),
               go(Transition.TRANSITION_ACTIVE_SHUTDOWN)),
            on('finalized', Shutdown(reason='done')), go(Transition.TRANSITION_CONFIGURE)""")
        self.assertEqual(launch.end(), 0, launch.lines)
        for text in ("is inactive", "is active", "is finalized",
                     "Failed to make transition 'TRANSITION_CONFIGURE' for LifecycleNode '/m'"):
            self.assert_line(text, launch.lines)

    def test_a_list_of_transitions_is_made_one_after_the_other(self):
        launch = self.start("transitions.launch.py", self.LIFECYCLE % """
            n, on('active', Shutdown(reason='done')),
            LifecycleTransition(lifecycle_node_names=['/m'], transition_ids=[
                Transition.TRANSITION_CONFIGURE, Transition.TRANSITION_ACTIVATE])""")
        self.assertEqual(launch.end(), 0, launch.lines)
        self.assert_line("is active", launch.lines)

    def test_a_transition_of_a_node_whose_process_has_ended_is_a_failure(self):
        self.prefix.program("tools", "short", "#!/bin/sh\nexit 0\n")
        text = self.LIFECYCLE % "n, go(Transition.TRANSITION_CONFIGURE)"
        done = self.prefix.launch(self.prefix.file("ends.launch.py", text.replace(
            "package='nodes', executable='managed'", "package='tools', executable='short'")))
        self.assertEqual(done.returncode, 3, done.stdout)
        self.assertIn("Failed to make transition 'TRANSITION_CONFIGURE' for LifecycleNode '/m': "
                      "its process has ended", done.stdout)

    def test_a_timer_of_ros_fires(self):
        launch = self.start("timer.launch.xml", """<launch><ros_timer period="0.05">
            <log message="fired"/></ros_timer></launch>""")
        self.assertEqual(launch.end(), 0, launch.lines)
        self.assert_line("fired", launch.lines)


if __name__ == "__main__":
    unittest.main()
