"""launch_ros: the values of parameters, in processes and in composable nodes."""
import io
import unittest
from typing import List

from launch import LaunchContext
from launch.actions import IncludeLaunchDescription, SetLaunchConfiguration
from launch.frontend import Parser
from launch.launch_description_sources import AnyLaunchDescriptionSource
from launch.substitutions import LaunchConfiguration
from launch_case import LaunchCase
from launch_ros.actions import (
    LoadComposableNodes, Node, PushROSNamespace, SetParameter)
from launch_ros.actions.load_composable_nodes import get_composable_node_load_request
from launch_ros.descriptions import ComposableNode, Parameter, ParameterValue
from launch_ros.utilities import evaluate_parameters, normalize_parameters, to_parameters_list
from rclpy.parameter import parameter_value_to_python

WHO_READS = """#!/bin/sh
while [ $# -gt 0 ]; do
  if [ "$1" = --params-file ]; then cat "$2"; shift; fi
  if [ "$1" = -p ]; then echo "$2"; shift; fi
  shift
done
"""


def _context(**configurations):
    context = LaunchContext()
    context.launch_configurations.update(configurations)
    return context


def _evaluated(parameters, **configurations):
    [made] = evaluate_parameters(_context(**configurations), normalize_parameters([parameters]))
    return made


def _request(context=None, **kwargs):
    return get_composable_node_load_request(
        ComposableNode(package="p", plugin="c::D", **kwargs), context or LaunchContext())


def _doubles(request):
    return {one.name: list(one.value.double_array_value) for one in request.parameters}


class ListsTest(LaunchCase):
    def assert_decimals(self, value, expected=(1.0, 2.5)):
        self.assertEqual(value, list(expected))
        self.assertEqual({type(item) for item in value}, {float})

    def test_whole_numbers_among_decimals_become_decimals(self):
        self.assert_decimals(_evaluated({"gains": [1, 2.5]})["gains"])
        self.assert_decimals(_evaluated({"gains": ParameterValue([1, 2.5])})["gains"])
        self.assert_decimals(ParameterValue(
            [1, 2.5], value_type=List[float]).evaluate(LaunchContext()))
        self.assert_decimals(ParameterValue(
            LaunchConfiguration("x"), value_type=List[float]).evaluate(_context(x="[1, 2.5]")))
        self.assert_decimals(_evaluated({"g": LaunchConfiguration("x")}, x="[1, 2.5]")["g"])
        self.assert_decimals(_evaluated({"g": [1, [LaunchConfiguration("x")]]}, x="2.5")["g"])
        self.assertEqual(_evaluated({"g": [1, [LaunchConfiguration("x")]]}, x="2")["g"], [1, 2])
        self.assert_decimals(Parameter("g", [1, 2.5]).evaluate(LaunchContext())[1])

    def test_other_mixtures_are_refused_with_the_parameter_and_the_types(self):
        for value, types in ((["a", 1], "int, str"), ([True, 1], "bool, int"),
                             ([1.5, False], "bool, float"), (["1", 2.5], "float, str")):
            with self.subTest(value=value), self.assertRaisesRegex(
                    TypeError, rf"the parameter 'a\.b': the list .* of the types {types}: give"):
                normalize_parameters([{"a": {"b": value}}])
        with self.assertRaisesRegex(TypeError, "the parameter 'g': .* of the types int, str"):
            Parameter("g", ["1", [LaunchConfiguration("n")]]).evaluate(_context(n="3"))
        with self.assertRaisesRegex(TypeError, "the parameter 'g': .* of the types int, str"):
            _evaluated({"g": ["1", [LaunchConfiguration("n")]]}, n="3")
        with self.assertRaisesRegex(TypeError, "'.true, 1.' cannot be .* bool, int: .* wrap it"):
            _evaluated({"g": LaunchConfiguration("n")}, n="[true, 1]")
        for value in (["a", 1], [True, 1]):
            with self.assertRaisesRegex(TypeError, "give scalars of one type"):
                ParameterValue(value)

    def test_texts_of_lists_stay_texts_unless_they_are_substitutions(self):
        self.assertEqual(_evaluated({"g": ["1", "2"]})["g"], ["1", "2"])
        self.assertEqual(_evaluated(
            {"g": ["a", [LaunchConfiguration("n")]]}, n="b")["g"], ["a", "b"])
        self.assertEqual(_evaluated(
            {"g": [[LaunchConfiguration("n")], [LaunchConfiguration("n")]]}, n="3")["g"], [3, 3])

    def test_composable_nodes_get_decimals_from_dicts_and_files(self):
        path = self.prefix.file("gains.yaml", "/**: {ros__parameters: {file: [1, 2.5]}}")
        request = _request(parameters=[{"gains": [1, 2.5]}, str(path)])
        self.assertEqual(_doubles(request), {"gains": [1.0, 2.5], "file": [1.0, 2.5]})
        bad = self.prefix.file("mixed.yaml", "/**: {ros__parameters: {bad: [true, 1]}}")
        with self.assertRaisesRegex(RuntimeError, "mixed.yaml', line 1: .* integer .* bool array"):
            _request(parameters=[str(bad)])

    def test_a_file_of_a_composable_node_is_read_as_that_of_a_process(self):
        path = self.prefix.file("small.yaml", "/**: {ros__parameters: {small: 5e-06, text: '1e3', "
                                              "none: null, old: 010}}")
        request = _request(parameters=[str(path)])
        self.assertEqual({one.name: parameter_value_to_python(one.value)
                          for one in request.parameters},
                         {"small": 5e-6, "text": "1e3", "none": "null", "old": 8})


class WrittenTest(LaunchCase):
    def setUp(self):
        super().setUp()
        self.prefix.program("reader", "reads", WHO_READS)

    def read(self, *entities, **kwargs):
        """Give the lines of -p and of the files that a node is given."""
        node = Node(package="reader", executable="reads", output="screen", **kwargs)
        status, lines, _ = self.run_entities(*entities, node)
        self.assertEqual(status, 0, lines)
        return self.of_reader(lines)

    def of_reader(self, lines):
        return [line.partition("] ")[2].strip() for line in lines if line.startswith("[reads-")]

    def test_texts_that_nodes_would_read_otherwise_are_quoted(self):
        texts = ("1e3", "08", "y", "N", "nan", "inf", "-Infinity", "0x1p3", "5", "true")
        lines = self.read(parameters=[
            {f"p{at}": text for at, text in enumerate(texts)}, {"list": ["y", "word", "1e3"]},
            Parameter("own", "1e3"), {"typed": ParameterValue("1e3", value_type=str)}])
        for line in (*(f"p{at}: '{text}'" for at, text in enumerate(texts)), "- 'y'", "- word",
                     "- '1e3'", "own:='1e3'", "typed: '1e3'"):
            self.assertIn(line, lines)

    def test_words_and_addresses_are_not_quoted(self):
        lines = self.read(parameters=[{"a": "word", "b": "192.168.1.10"}])
        self.assertEqual(lines[2:], ["a: word", "b: 192.168.1.10"])

    def test_a_text_of_a_substitution_is_read_by_the_node(self):
        lines = self.read(
            SetLaunchConfiguration("x", "1e3"), parameters=[
                {"a": LaunchConfiguration("x"), "b": ParameterValue(LaunchConfiguration("x")),
                 "c": ParameterValue(LaunchConfiguration("x"), value_type=str)}])
        self.assertEqual(lines[2:], ["a: 1e3", "b: 1e3", "c: '1e3'"])

    def test_values_of_xml_are_read_by_yaml(self):
        path = self.prefix.file("p.launch.xml", """<launch>
            <set_parameter name="all" value="[1, 2.5]"/><set_parameter name="n" value="1e3"/>
            <node pkg="reader" exec="reads" output="screen">
              <param name="gains" value="[1, 2.5]"/><param name="a" value="1e3"/>
              <param name="b" type="str" value="1e3"/><param name="c" value="[y, '1e3']"/>
              <param name="d" type="list_of_float" value="[1, 2.5]"/></node></launch>""")
        status, lines, _ = self.run_entities(
            IncludeLaunchDescription(AnyLaunchDescriptionSource(str(path))))
        self.assertEqual(status, 0, lines)
        text = " ".join(self.of_reader(lines))
        for part in ("all:=[1.0, 2.5]", "n:=1e3", "gains: - 1.0 - 2.5", "a: 1e3", "b: '1e3'",
                     "c: - y - 1e3", "d: - 1.0 - 2.5"):
            self.assertIn(part, text)

    def test_a_mixed_list_of_xml_is_refused(self):
        root, parser = Parser.load(io.StringIO(
            "<launch><set_parameter name='a' value='[true, 1]'/></launch>"))
        with self.assertRaisesRegex(TypeError, "has items of the types bool, int"):
            parser.parse_description(root)


class SetParameterTest(LaunchCase):
    def set_by(self, *actions, **configurations):
        context = _context(**configurations)
        for action in actions:
            action.execute(context)
        return context.launch_configurations["global_params"]

    def test_dicts_set_one_parameter_for_each_leaf(self):
        self.assertEqual(self.set_by(
            SetParameter("qos", {"depth": 2}), SetParameter("z", 1),
            SetParameter("qos", {"depth": 1, "a": {"b": "y"}})),
            [("z", 1), ("qos.depth", 1), ("qos.a.b", "y")])

    def test_values_have_the_types_that_they_are_given(self):
        self.assertEqual(self.set_by(
            SetParameter("a", ParameterValue(LaunchConfiguration("x"), value_type=str)),
            SetParameter("b", LaunchConfiguration("x")), SetParameter("c", [1, 2.5]),
            SetParameter(["d", LaunchConfiguration("x")], "2"), x="5"),
            [("a", "5"), ("b", 5), ("c", [1.0, 2.5]), ("d5", "2")])
        action = SetParameter("name", 3)
        self.assertEqual((action.name[0].text, action.value), ("name", 3))


class ComposableNodesTest(LaunchCase):
    def target(self, target, **configurations):
        action = LoadComposableNodes(target_container=target, composable_node_descriptions=[])
        return action._LoadComposableNodes__container_name(_context(**configurations))

    def test_a_container_by_name_is_not_put_below_the_pushed_namespace(self):
        context = _context()
        PushROSNamespace("robot1").execute(context)
        pushed = context.launch_configurations["ros_namespace"]
        for target, expected in ((("robot1", "/", "box"), "/robot1/box"), ("box", "/box"),
                                 ("/a/box", "/a/box"), ([LaunchConfiguration("x")], "/b/box")):
            self.assertEqual(self.target(target, ros_namespace=pushed, x="b/box"), expected)

    def test_a_component_of_an_empty_name_keeps_its_own(self):
        self.assertEqual(_request(name="").node_name, "")
        self.assertEqual(_request().node_name, "")
        self.assertEqual(_request(_context(n=""), name=LaunchConfiguration("n")).node_name, "")
        with self.assertRaisesRegex(ValueError, "The node name '2' is invalid"):
            _request(name="2")

    def parameters(self, text):
        path = self.prefix.file("sections.yaml", text)
        made = to_parameters_list(LaunchContext(), "n", "/ns", [path])
        return {one.name: one.value for one in made}

    def test_the_section_of_the_node_wins_wherever_it_is(self):
        own = "/ns/n: {ros__parameters: {a: own}}"
        for_all = "/**: {ros__parameters: {a: all, b: 1}}"
        for text in (f"{own}\n{for_all}", f"{for_all}\n{own}"):
            self.assertEqual(self.parameters(text), {"a": "own", "b": 1})

    def test_a_file_without_sections_is_for_the_node(self):
        self.assertEqual(self.parameters("{a: 1, nest: {b: [1, 2.5]}}"),
                         {"a": 1, "nest.b": [1.0, 2.5]})
        self.assertEqual(self.parameters("/other: {ros__parameters: {a: 1}}"), {})

    def test_a_container_in_a_namespace_gets_texts_of_xml(self):
        launch = self.prefix.start(self.prefix.file("box.launch.xml", """<launch>
            <push_ros_namespace namespace="robot"/>
            <node_container pkg="rclcpp_components" exec="component_container" name="box"
              namespace="" output="screen"/>
            <load_composable_node target="robot/box"><composable_node pkg="nodes"
              plugin="launch_nodes::Talker" name=""><param name="words" value="of xml"/>
            </composable_node></load_composable_node></launch>"""))
        self.addCleanup(launch.close)
        launch.wait_for("in container '/robot/box'", "talks: of xml")


if __name__ == "__main__":
    unittest.main()
