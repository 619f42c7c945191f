"""launch_ros: nodes, containers, lifecycles, and what they are given."""
import os
import signal
import unittest

from launch.actions import OpaqueFunction
from launch_case import LaunchCase


# That a process is gone which launch has not started is known when its lease is over.
SHORT_LEASE = "<Domain><Discovery><LeaseDuration>1s</LeaseDuration></Discovery></Domain>"


class NodesTest(LaunchCase):
    def start(self, name, text, *words, **environment):
        launch = self.prefix.start(self.prefix.file(name, text), *words, **environment)
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

    def test_nodes_whose_container_dies_while_it_loads_are_failures(self):
        container = self.prefix.path / "lib/rclcpp_components/component_container"
        loads = "".join(f"""<load_composable_node target="/{box}"><composable_node pkg="nodes"
            plugin="launch_nodes::Talker" name="{box}_a"><param name="words" value="abort"/>
            </composable_node><composable_node pkg="nodes" plugin="launch_nodes::Talker"
            name="{box}_b"/></load_composable_node>""" for box in ("own", "other"))
        launch = self.start("dies.launch.xml", f"""<launch>
            <node_container pkg="rclcpp_components" exec="component_container" name="own"
              namespace="/"/>
            <executable cmd="{container} --ros-args -r __node:=other"/>{loads}</launch>""",
                            CYCLONEDDS_URI=SHORT_LEASE)
        self.assertEqual(launch.end(), 3, launch.lines)
        for box, name in (("own", "a"), ("own", "b"), ("other", "a"), ("other", "b")):
            self.assert_line(
                f"Failed to load node '{box}_{name}' of type 'launch_nodes::Talker' in container "
                f"'/{box}': the container has ended", launch.lines)

    def test_a_container_is_found_while_many_others_never_come_and_those_are_said(self):
        lost = "".join(f"""<load_composable_node target="/nowhere{number}"><composable_node
            pkg="nodes" plugin="launch_nodes::Talker" name="t"/></load_composable_node>"""
                       for number in range((os.cpu_count() or 1) + 4))
        launch = self.start("many.launch.xml", f"""<launch>{lost}
            <node_container pkg="rclcpp_components" exec="component_container" name="box"
              namespace="/"><composable_node pkg="nodes" plugin="launch_nodes::Talker" name="a"/>
            </node_container></launch>""")
        launch.wait_for(
            "Loaded node '/a' in container '/box'",
            "[WARNING] [launch_ros]: Waiting for the service '/nowhere1/_container/load_node', "
            "which no node offers yet. Containers that are there: /box.")
        self.assertEqual(launch.end(signal.SIGINT), 0, launch.lines)
        self.assert_line(
            "Abandoning wait for the '/nowhere1/_container/load_node'", launch.lines)

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

    def test_managed_nodes_are_started_where_they_are_to_be(self):
        launch = self.start("autostart.launch.xml", """<launch><arg name="go" default="true"/>
            <lifecycle_node pkg="nodes" exec="managed" name="a" namespace="n" output="screen"
              autostart="$(var go)"/>
            <lifecycle_node pkg="nodes" exec="managed" name="b" autostart="true"/>
            <lifecycle_node pkg="nodes" exec="managed" name="no"/></launch>""")
        launch.wait_for("[n.a]: is active", "[b]: is active")
        self.assertEqual(launch.end(signal.SIGINT), 0, launch.lines)
        self.assertFalse(any("[no]: is active" in line for line in launch.lines))

    COMPOSED = """
from launch import LaunchDescription
from launch.actions import EmitEvent, LogInfo, RegisterEventHandler, SetLaunchConfiguration
from launch.substitutions import LaunchConfiguration
from launch_ros.actions import ComposableNodeContainer, LifecycleTransition, LoadComposableNodes
from launch_ros.descriptions import ComposableLifecycleNode
from launch_ros.event_handlers import OnStateTransition
from launch_ros.events.lifecycle import ChangeState, matches_node_name
from lifecycle_msgs.msg import Transition


def generate_launch_description():
    def node(plugin='Managed', **kwargs):
        return ComposableLifecycleNode(
            package='nodes', plugin='launch_nodes::' + plugin, **kwargs)
    named = node(name='a', namespace='/c', autostart=LaunchConfiguration('go'))
    asked = node(name='b')
    box = ComposableNodeContainer(
        name='box', namespace='/', package='rclcpp_components', output='screen',
        executable='component_container', composable_node_descriptions=[named, asked])
    return LaunchDescription([
        SetLaunchConfiguration('go', 'true'), box,
        RegisterEventHandler(OnStateTransition(
            target_lifecycle_node=named, goal_state='active', entities=[
                LogInfo(msg='a is heard'), LoadComposableNodes(target_container=box,
                    composable_node_descriptions=[node(autostart=True), node('Nosuch',
                        name='none', autostart=True)]),
                LifecycleTransition(lifecycle_node_names=['/none'], transition_ids=[1])])),
        LifecycleTransition(lifecycle_node_names=['/b'], transition_ids=[
            Transition.TRANSITION_CONFIGURE, Transition.TRANSITION_ACTIVATE])])
"""

    def test_managed_nodes_in_a_container_are_started_and_make_transitions(self):
        launch = self.start("composed.launch.py", self.COMPOSED)
        launch.wait_for("[c.a]: is active", "a is heard", "[b]: is active",
                        "Loaded node '/managed'", "[managed]: is active",
                        "Failed to load node 'none' of type 'launch_nodes::Nosuch'",
                        "Failed to make transition 'TRANSITION_CONFIGURE' for LifecycleNode "
                        "'/none': it was not loaded")
        self.assertEqual(launch.end(signal.SIGINT), 3, launch.lines)

    def test_a_manager_of_transitions_serves_a_node_that_runs_elsewhere(self):
        from launch import LaunchContext
        from launch_ros.actions import LifecycleNode
        from launch_ros.descriptions import ComposableLifecycleNode
        from launch_ros.event_handlers import OnStateTransition
        from launch_ros.utilities import LifecycleEventManager
        node = LifecycleNode(package="nodes", executable="managed", name="m", namespace="")
        self.assertIs(node.node_autostart, False)
        self.assertIsInstance(node.get_lifecycle_event_manager(), LifecycleEventManager)
        composed = ComposableLifecycleNode(
            package="nodes", plugin="x", name="m", namespace="n", autostart="true")
        self.assertEqual(composed.node_autostart[0].perform(LaunchContext()), "true")
        for target in (node, composed):
            OnStateTransition(target_lifecycle_node=target, entities=[])
        with self.assertRaisesRegex(RuntimeError, "expected a LifecycleNode or a Composable"):
            OnStateTransition(target_lifecycle_node="m", entities=[])

        class Named:
            node_name = "/talker"

        def set_up(context):
            manager = LifecycleEventManager(Named())
            manager.setup_lifecycle_manager(context)
            seen.append(manager.node_name)
        seen = []
        self.run_entities(OpaqueFunction(function=set_up))
        self.assertEqual(seen, ["/talker"])

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
