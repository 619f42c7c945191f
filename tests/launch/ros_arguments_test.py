"""launch_ros: what nodes are given, by actions, descriptions, events and utilities."""
import os
import pathlib
import re
import unittest
from typing import List

import launch
from launch import LaunchContext, LaunchDescription
from launch.actions import GroupAction, LogInfo, OpaqueFunction, SetLaunchConfiguration
from launch.substitutions import LaunchConfiguration, SubstitutionFailure, TextSubstitution
from launch_case import LaunchCase
from launch_ros import parameters_type, remap_rule_type
from launch_ros.actions import (
    Node, PushROSNamespace, PushRosNamespace, ROSTimer, RosTimer, SetParameter,
    SetParametersFromFile, SetRemap, SetUseSimTime)
from launch_ros.actions.load_composable_nodes import get_composable_node_load_request
from launch_ros.actions.node import NodeActionExtension
from launch_ros.descriptions import ComposableNode, Parameter, ParameterFile, ParameterValue
from launch_ros.events.lifecycle import ChangeState, StateTransition, matches_node_name
from launch_ros.events.matchers import matches_node_name as matches_name
from launch_ros.ros_adapters import ROSAdapter, get_ros_adapter, get_ros_node
from launch_ros.utilities import (
    add_node_name, evaluate_parameters, get_node_name_count, is_namespace_absolute,
    is_root_namespace, make_namespace_absolute, normalize_parameters, normalize_remap_rule,
    normalize_remap_rules, plugin_support, prefix_namespace, to_parameters_list)
from rcl_interfaces.msg import ParameterType


class NodeArgumentsTest(LaunchCase):
    def arguments(self, *entities):
        """Give the arguments of each node that is started, in the order of their starts."""
        self.run_entities(*entities)
        said = (re.match(r"\[echo_arguments-(\d+)\] (.*)", line) for line in self.lines)
        return [words for _, words in sorted((int(one[1]), one[2]) for one in said if one)]

    def node(self, **kwargs):
        return Node(package="tools", executable="echo_arguments", output="screen", **kwargs)

    def test_scopes_have_namespaces_parameters_and_remappings_of_their_own(self):
        path = str(self.prefix.file("all.yaml", "/**: {ros__parameters: {a: 1}}"))
        self.assertEqual(self.arguments(
            GroupAction([
                PushRosNamespace("a"), PushROSNamespace("b"), SetParameter("p", 1.5),
                SetParameter("p", [1, 2]), SetUseSimTime(True), SetRemap("x", "y"),
                SetParametersFromFile(path), self.node(namespace="c"),
                self.node(namespace="/abs")]), self.node()), [
            "--ros-args -r __ns:=/a/b/c -p p:=[1, 2] -p use_sim_time:=true "
            f"--params-file {path} -r x:=y",
            "--ros-args -r __ns:=/abs -p p:=[1, 2] -p use_sim_time:=true "
            f"--params-file {path} -r x:=y", "--ros-args"])

    def test_a_node_knows_its_names_when_it_is_executed(self):
        node = self.node(name=["n", LaunchConfiguration("i")], namespace="ns",
                         remappings=[("a", "b")])
        other = self.node()
        with self.assertRaisesRegex(RuntimeError, "before executing"):
            node.node_name
        self.run_entities(SetLaunchConfiguration("i", "1"), node, other)
        self.assertEqual((node.node_name, node.expanded_node_namespace), ("/ns/n1", "/ns"))
        self.assertEqual(node.expanded_remapping_rules, [("a", "b")])
        self.assertEqual((node.node_package, node.node_executable), ("tools", "echo_arguments"))
        self.assertTrue(node.is_node_name_fully_specified())
        self.assertFalse(other.is_node_name_fully_specified())
        self.assertEqual(other.node_name, Node.UNSPECIFIED_NODE_NAMESPACE + "/" +
                         Node.UNSPECIFIED_NODE_NAME)
        self.assertTrue(matches_node_name("/ns/n1")(node) and matches_name("ns/n1")(node))

    def test_a_second_node_of_one_name_is_warned_of(self):
        self.run_entities(*[self.node(name="n", namespace="/") for _ in range(2)])
        self.assert_line("there are now at least 2 nodes with the name /n created within this")

    def test_a_parameter_file_that_is_none_is_warned_of_and_left_out(self):
        [line] = self.arguments(self.node(parameters=["/nosuch.yaml", Parameter("x", "z")]))
        self.assertEqual(line, "--ros-args -p x:=z")
        self.assert_line("Parameter file path is not a file: /nosuch.yaml")

    def test_files_of_parameters_are_written_and_deleted_at_the_end(self):
        [line] = self.arguments(self.node(name="n", namespace="/ns", parameters=[
            {"text": "5", "guessed": TextSubstitution(text="5"), "nest": {"deep": [1, 2]},
             "typed": ParameterValue(TextSubstitution(text="5"), value_type=str)}]))
        path = line.split()[-1]
        with open(path) as file:
            self.assertEqual(file.read(), "/ns/n:\n  ros__parameters:\n    guessed: 5\n"
                             "    nest.deep:\n    - 1\n    - 2\n    text: '5'\n    typed: '5'\n")
        from launch_ros import temporary_files
        temporary_files._delete_all()
        self.assertFalse(os.path.exists(path))

    def test_extensions_of_packages_add_arguments(self):
        class Extension(NodeActionExtension):
            NAME = "mine"
            EXTENSION_POINT_VERSION = "0.1"

            def prepare_for_execute(self, context, ros_specific_arguments, node_action):
                return ["--log-level", "warn"], ros_specific_arguments
        node = self.node()
        node._Node__extensions = {"mine": Extension()}
        self.assertEqual(self.arguments(node), ["--ros-args --log-level warn"])

    def test_nested_parameters_of_files_are_parsed(self):
        import io

        from launch.frontend import Entity, Parser
        root, parser = Parser.load(io.StringIO(
            "<n><param name='a'><param name='b' value='1'/></param></n>"))
        params = root.get_attr("param", data_type=List[Entity])
        [made] = normalize_parameters(Node.parse_nested_parameters(params, parser))
        self.assertEqual(evaluate_parameters(LaunchContext(), [made]), ({"a.b": 1},))


class ParametersTest(LaunchCase):
    def test_values_have_types_and_bad_ones_are_named(self):
        context = LaunchContext()
        parameter = Parameter("n", TextSubstitution(text="7"), value_type=float)
        self.assertEqual(parameter.evaluate(context), ("n", 7.0))
        self.assertEqual((parameter.name, parameter.value, parameter.value_type),
                         ("n", 7.0, float))
        value = ParameterValue(TextSubstitution(text="[1]"), value_type=List[int])
        self.assertEqual((value.evaluate(context), value.value, value.value_type),
                         ([1], [1], List[int]))
        with self.assertRaisesRegex(TypeError, "cannot be the value of a parameter"):
            normalize_parameters([{"a": object()}])
        with self.assertRaisesRegex(TypeError, "wrap it in ParameterValue"):
            evaluate_parameters(context, normalize_parameters(
                [{"a": TextSubstitution(text="{b: 1}")}]))
        with self.assertRaisesRegex(TypeError, "expected a list of dictionaries and files"):
            normalize_parameters({"a": 1})

    def test_a_file_may_have_substitutions_and_is_deleted_with_the_object(self):
        context = LaunchContext()
        context.launch_configurations["x"] = "5"
        path = self.prefix.file("s.yaml", "/**: {ros__parameters: {a: $(var x)}}")
        file = ParameterFile(path, allow_substs=True)
        self.assertEqual(file.allow_substs, True)
        made = file.evaluate(context)
        self.assertIn("a: 5", made.read_text())
        self.assertEqual(file.param_file, made)
        file.cleanup()
        self.assertFalse(made.exists())
        bad = ParameterFile(self.prefix.file("b.yaml", "a: $(var x): ["), allow_substs=True)
        with self.assertRaisesRegex(SubstitutionFailure, "is not a valid yaml file"):
            bad.evaluate(context)

    def test_files_are_read_for_one_node(self):
        path = self.prefix.file("f.yaml", """
/**: {ros__parameters: {all: 1, nest: {x: 2}}}
/ns/n: {ros__parameters: {own: 3}}
ns: {n: {ros__parameters: {deep: 4}}, other: {ros__parameters: {no: 1}}}
/*/n: {ros__parameters: {star: 5}}
/n: {ros__parameters: {no: 2}}""")
        made = to_parameters_list(LaunchContext(), "n", "/ns", [path, {"d": "x"}])
        self.assertEqual({one.name: one.value for one in made},
                         {"all": 1, "nest.x": 2, "own": 3, "deep": 4, "star": 5, "d": "x"})

    def test_a_composable_node_has_what_it_was_given(self):
        node = ComposableNode(
            package="p", plugin="c::D", name="n", namespace="ns", parameters=[{"a": 1}],
            remappings=[("a", "b")], extra_arguments=[{"use_intra_process_comms": True}])
        self.assertEqual([part[0].text for part in (
            node.package, node.node_plugin, node.node_name, node.node_namespace)],
            ["p", "c::D", "n", "ns"])
        self.assertEqual((len(node.parameters), len(node.remappings), len(node.extra_arguments)),
                         (1, 1, 1))
        self.assertIsNone(node.condition())

    def test_the_text_of_a_bool_is_one_among_extra_arguments(self):
        for given, expected in (("true", True), ("False", False), (True, True)):
            node = ComposableNode(package="p", plugin="c::D", name="n",
                                  parameters=[{"a": ParameterValue("true", value_type=str)}],
                                  extra_arguments=[{"use_intra_process_comms": ParameterValue(
                                      given, value_type=type(given))}])
            request = get_composable_node_load_request(node, LaunchContext())
            [extra] = request.extra_arguments
            self.assertEqual((extra.value.type, extra.value.bool_value),
                             (ParameterType.PARAMETER_BOOL, expected))
            self.assertEqual(request.parameters[0].value.string_value, "true")


class UtilitiesTest(LaunchCase):
    def test_namespaces_are_joined(self):
        for base, given, expected in (
                (None, None, None), ("/a", None, "/a"), (None, "b", "b"), ("/a", "b", "/a/b"),
                ("/a", "/b/", "/b"), ("/", "b", "/b"), ("/a", "/", "/")):
            self.assertEqual(prefix_namespace(base, given), expected)
        self.assertEqual(make_namespace_absolute("a"), "/a")
        self.assertTrue(is_namespace_absolute("/a") and is_root_namespace("/"))

    def test_remap_rules_are_pairs(self):
        [(source, target)] = normalize_remap_rules([("a", ["b", TextSubstitution(text="c")])])
        self.assertEqual((source[0].text, len(target)), ("a", 2))
        with self.assertRaisesRegex(TypeError, "is no remap rule"):
            normalize_remap_rule("a")

    def test_names_are_counted_and_versions_compared(self):
        context = LaunchContext()
        one, other = object(), object()
        for node in (one, one, other):
            add_node_name(context, "/n", node)
        self.assertEqual((get_node_name_count(context, "/n"), get_node_name_count(
            context, "/m")), (2, 0))
        plugin_support.satisfies_version("0.1.5", "^0.1")
        with self.assertRaises(plugin_support.PluginException):
            plugin_support.satisfies_version("0.2", "^0.1")
        self.assertEqual(plugin_support.get_upper_bound_caret_version("1.2"), "2.0.0")

    def test_types_are_there_for_who_annotates(self):
        for name in ("ParametersDict", "Parameters", "EvaluatedParameters", "SomeParameters"):
            self.assertTrue(getattr(parameters_type, name))
        self.assertTrue(remap_rule_type.SomeRemapRules and remap_rule_type.RemapRules)


class AdapterTest(LaunchCase):
    def test_a_node_is_made_when_it_is_needed_and_ends_with_the_launch(self):
        found = {}

        def look(context):
            found["adapter"] = get_ros_adapter(context)
            found["same"] = get_ros_node(context) is found["adapter"].ros_node
            found["name"] = found["adapter"].ros_node.get_name()
        self.assertEqual(self.run_entities(OpaqueFunction(function=look))[0], 0)
        self.assertEqual((found["same"], found["name"]), (True, f"launch_ros_{os.getpid()}"))
        self.assertFalse(found["adapter"].is_running)
        adapter = ROSAdapter(argv=["--ros-args"], autostart=False)
        with self.assertRaises(RuntimeError):
            adapter.shutdown()
        adapter.start()
        self.assertTrue(adapter.ros_context.ok() and adapter.ros_executor)
        self.assertEqual(adapter.argv, ["--ros-args"])
        adapter.shutdown()

    def test_timers_of_ros_and_transitions_have_their_values(self):
        self.assertIs(ROSTimer, RosTimer)
        self.assertEqual(self.logged(ROSTimer(period=0.01, actions=[LogInfo(msg="x")])), ["x"])
        self.assertEqual(ChangeState.valid_transitions[1], "TRANSITION_CONFIGURE")
        self.assertEqual(ChangeState.valid_states[3], "PRIMARY_STATE_ACTIVE")
        with self.assertRaisesRegex(ValueError, "'77' is no transition"):
            ChangeState(lifecycle_node_matcher=None, transition_id=77)
        from lifecycle_msgs.msg import TransitionEvent
        message = TransitionEvent(timestamp=5)
        message.start_state.label, message.goal_state.label = "inactive", "active"
        message.transition.label = "activate"
        event = StateTransition(action=None, msg=message)
        self.assertEqual((event.timestamp, event.start_state, event.goal_state, event.transition,
                          event.msg is message), (5, "inactive", "active", "activate", True))


class TraceTest(LaunchCase):
    def test_a_launch_is_traced_until_its_last_process_has_ended(self):
        from tracetools_launch.action import Trace
        os.environ["ROS_TRACE_DIR"] = str(self.prefix.path / "traces")
        trace = Trace(session_name="mine", append_timestamp=True, events_ust=["ros2:*"])
        try:
            status = self.run_entities(trace, Node(
                package="nodes", executable="talker", output="screen", on_exit=None),
                launch.actions.TimerAction(period=0.5, actions=[launch.actions.Shutdown()]))[0]
        except Exception as error:
            self.skipTest(f"no trace here: {error}")
        if any("ranvier-trace" in line and "found" in line for line in self.lines):
            self.skipTest("ranvier-trace is not built")
        self.assertEqual(status, 0, self.lines)
        folder = pathlib.Path(trace.trace_directory)
        self.assertTrue(folder.name.startswith("mine-"))
        self.assertTrue(any(folder.rglob("*")), "the trace has files")

    def test_a_description_in_a_file_may_trace(self):
        import io

        from launch.frontend import Parser
        root, parser = Parser.load(io.StringIO(
            "<launch><trace session-name='s' events-ust='ros2:a ros2:b' append-trace='true'/>"
            "</launch>"))
        [trace] = parser.parse_description(root).entities
        self.assertEqual(len(trace.events_ust), 2)
        self.assertIsInstance(LaunchDescription([trace]), LaunchDescription)


if __name__ == "__main__":
    unittest.main()
