"""Launch files in XML and YAML: every tag and attribute, and what is not accepted."""
import io
import unittest
from typing import List

import launch_xml
import launch_yaml
from launch.actions import IncludeLaunchDescription, LogInfo
from launch.frontend import Entity, Parser, expose_action, instantiate_action, type_utils
from launch.launch_description_sources import (
    FrontendLaunchDescriptionSource, InvalidFrontendLaunchFileError, InvalidLaunchFileError,
    get_launch_description_from_frontend_launch_file)
from launch_case import LaunchCase
from launch_xml.launch_description_sources import XMLLaunchDescriptionSource
from launch_yaml.launch_description_sources import YAMLLaunchDescriptionSource

XML = """<launch>
  <arg name="a" default="1" description="what"><choice value="1"/><choice value="2"/></arg>
  <let name="x" value="$(var a)"/>
  <set_env name="LAUNCH_F" value="one"/><append_env name="LAUNCH_F" value="two" separator="-"/>
  <append_env name="LAUNCH_F" value="zero" prepend="true" separator="-"/>
  <log message="$(var x) $(env LAUNCH_F)"/>
  <unset_env name="LAUNCH_F"/><log message="$(env LAUNCH_F unset)"/>
  <reset_env/>
  <group scoped="true" forwarding="false"><keep name="k" value="$(var x)"/>
    <log message="$(var x none) $(var k)"/></group>
  <reset><keep name="y" value="$(var x)"/></reset><log message="$(var x none) $(var y)"/>
  <log message="no" if="false"/><log message="yes" unless="0"/>
  <include file="$(dirname)/inner.launch.yaml"><arg name="given" value="g"/></include>
  <set_ros_log_dir new_log_dir="/tmp/logs"/><log message="$(env ROS_LOG_DIR)"/>
  <timer period="0.05" cancel_on_shutdown="true"><log message="later"/>
    <shutdown reason="done"/></timer></launch>"""
YAML = """
launch:
- arg: {name: a, default: '1', description: what, choice: [{value: '1'}, {value: '2'}]}
- let: {name: x, value: $(var a)}
- set_env: {name: LAUNCH_F, value: one}
- append_env: {name: LAUNCH_F, value: two, separator: '-'}
- append_env: {name: LAUNCH_F, value: zero, prepend: true, separator: '-'}
- log: {message: $(var x) $(env LAUNCH_F)}
- unset_env: {name: LAUNCH_F}
- log: {message: $(env LAUNCH_F unset)}
- reset_env: {}
- group: {scoped: true, forwarding: false, keep: [{name: k, value: $(var x)}],
          children: [{log: {message: $(var x none) $(var k)}}]}
- reset: {keep: [{name: y, value: $(var x)}]}
- log: {message: $(var x none) $(var y)}
- log: {message: 'no', if: 'false'}
- log: {message: 'yes', unless: '0'}
- include: {file: $(dirname)/inner.launch.yaml, arg: [{name: given, value: g}]}
- set_ros_log_dir: {new_log_dir: /tmp/logs}
- log: {message: $(env ROS_LOG_DIR)}
- timer: {period: 0.05, cancel_on_shutdown: true, children: [
    {log: {message: later}}, {shutdown: {reason: done}}]}
"""
INNER = "launch: [{arg: {name: given}}, {group: [{log: {message: inner $(var given)}}]}]"
SAID = ["1 zero-one-two", "unset", "none 1", "none 1", "yes", "inner g", "/tmp/logs", "later"]

NODES_XML = """<launch>
  <push_ros_namespace namespace="a"/><set_parameter name="all" value="3"/>
  <set_use_sim_time value="true"/><set_remap from="r" to="s"/>
  <set_parameters_from_file filename="$(dirname)/p.yaml"/>
  <node pkg="tools" exec="echo_arguments" name="n" namespace="b" args="x 'y z'"
    ros_args="--log-level warn" output="screen" exec_name="first">
    <remap from="f" to="t"/><param from="$(dirname)/p.yaml"/>
    <param name="i" value="5"/><param name="nest"><param name="x" value="1"/></param>
    <param name="s" value="5" type="str"/><param name="l" value="1, 2" value-sep=", "/>
  </node>
  <executable cmd="echo $(var all none) 'two words' | cat" shell="true" output="screen"
    cwd="/usr" name="e" launch-prefix="" sigterm_timeout="1" sigkill_timeout="1" respawn="false"
    respawn_max_retries="1" respawn_delay="0.1" emulate_tty="false"><env name="A" value="1"/>
  </executable></launch>"""


class FrontendsTest(LaunchCase):
    def setUp(self):
        super().setUp()
        self.prefix.file("inner.launch.yaml", INNER)
        self.p_yaml = self.prefix.file("p.yaml", "/**: {ros__parameters: {of_file: 1}}")

    def include(self, name, text):
        return IncludeLaunchDescription(str(self.prefix.file(name, text)))

    def test_both_formats_know_every_tag_of_launch(self):
        for name, text in (("all.launch.xml", XML), ("all.launch.yaml", YAML)):
            with self.subTest(name=name):
                self.assertEqual(self.logged(self.include(name, text)), SAID)

    def test_a_node_is_given_what_its_tags_say_in_the_order_of_ros(self):
        self.assertEqual(self.run_entities(self.include("nodes.launch.xml", NODES_XML))[0], 0)
        [line] = [line for line in self.lines if line.startswith("[first-")]
        words = line.partition("] ")[2].split("--params-file ")
        self.assertEqual(
            words[0], "x y z --ros-args --log-level warn --ros-args -r __node:=n -r __ns:=/a/b "
            "-p all:=3 -p use_sim_time:=true ")
        self.assertEqual(words[1:3], [f"{self.p_yaml} ", f"{self.p_yaml} "])
        self.assertTrue(words[-1].endswith(" -r r:=s -r f:=t"), words)
        self.assert_line("] none two words")

    def test_parameters_have_the_kinds_that_they_are_written_with(self):
        self.prefix.program("tools", "show_parameters", "#!/bin/sh\nshift 5; cat $2 $4 $6 $8\n")
        self.run_entities(self.include("kinds.launch.yaml", """
launch:
- node: {pkg: tools, exec: show_parameters, name: n, namespace: b, output: screen, param: [
    {name: b, value: true}, {name: t, value: '5'}, {name: v, value: $(eval '2 + 3')},
    {name: nest, param: [{name: deep, value: [1.5, 2.5]}]}]}"""))
        shown = "\n".join(line.partition("] ")[2] for line in self.lines)
        for text in ("/b/n:", "b: true", "t: '5'", "v: 5", "nest.deep:", "- 1.5"):
            self.assertIn(text, shown)

    def test_what_a_tag_does_not_have_is_refused_and_named(self):
        for text, words in (
                ("<launch><log message='a' nosuch='1'/></launch>", "Unexpected attribute.s. found"
                 " in `log`: {'nosuch'}"),
                ("<launch><log message='a'><x/></log></launch>", "Unexpected nested entity"),
                ("<launch><log/></launch>", "Attribute 'message' of type .* not found in Entity"),
                ("<launch><nosuch/></launch>", "Unrecognized entity of the type: nosuch"),
                ("<notlaunch/>", "Expected 'launch' as root tag"), ("<launch>", "no element"),
                ("<launch><timer period='x'/></launch>", "could not convert|TypeError|timer"),
                ("<launch><log message='a' if='1' unless='1'/></launch>", "both 'if' and 'unles"),
                ("<launch><executable cmd='a' on_exit='x'/></launch>", "expected to be shutdown"),
                ("<launch><group scoped='maybe'/></launch>", "expected to be of type"),
                ("<launch><node pkg='a' exec='b'><param name='x'/></node></launch>",
                 "either a value attribute or nested"),
                ("launch: 3", "children"), ("launch: [{a: 1, b: 2}]", "not an entity"),
                ("launch: [{log: {message: a, nosuch: 1}}]", "Unexpected key.s. found in `log`"),
                ("a: 1\nb: 2", "Expected only one root"),
                ("launch: [{executable: {cmd: [1]}}]", "expected to be of type")):
            name = "bad.launch.xml" if text.startswith("<") else "bad.launch.yaml"
            with self.subTest(text=text):
                self.assertEqual(self.run_entities(self.include(name, text))[0], 1)
                self.assertRegex("\n".join(self.lines), words)

    def test_an_include_takes_let_as_it_takes_arg(self):
        self.prefix.file("two.launch.yaml", """launch:
- arg: {name: a}
- arg: {name: b}
- log: {message: $(var a) $(var b)}""")
        for name, text in (
                ("lets.launch.xml", """<launch><include file="$(dirname)/two.launch.yaml">
                    <let name="a" value="1"/><arg name="b" value="2"/></include></launch>"""),
                ("lets.launch.yaml", """launch: [{include: {file: $(dirname)/two.launch.yaml,
                    let: [{name: a, value: '1'}, {name: b, value: '2'}]}}]""")):
            with self.subTest(name=name):
                self.assertEqual(self.logged(self.include(name, text)), ["1 2"])

    def test_parsers_are_found_by_endings_and_extended_by_packages(self):
        self.assertTrue(launch_xml.Parser.may_parse("a.launch.xml"))
        self.assertFalse(launch_yaml.Parser.may_parse("a.launch.xml"))
        self.assertTrue(Parser.is_filename_valid("a.launch"))
        self.assertEqual(len(Parser.get_parsers_from_filename("a.launch")), 2)
        self.assertIn("launch.yml", Parser.get_available_extensions())
        self.assertEqual(set(Parser.get_file_extensions_from_parsers()),
                         launch_xml.Parser.get_file_extensions() |
                         launch_yaml.Parser.get_file_extensions())

        @expose_action("say")
        def parse_say(entity, parser):
            return LogInfo, {"msg": parser.parse_substitution(entity.get_attr("what"))}
        root, parser = Parser.load(io.StringIO("<launch><say what='own'/></launch>"))
        self.assertIsInstance(instantiate_action(root.children[0], parser), LogInfo)
        self.assertEqual(self.logged(parser.parse_description(root)), ["own"])
        self.assertEqual(parser.escape_characters(r"\$x"), "$x")
        self.assertEqual(parser.parse_if_substitutions(1), 1)

    def test_entities_give_attributes_as_typed_values(self):
        root, _ = launch_xml.Parser.load(io.StringIO(
            "<t i='1' f='1.5' b='true' s='a' l='1;2' l-sep=';' y='[1, 2]'><n/><n/><m/></t>"))
        self.assertEqual(root.type_name, "t")
        self.assertIsNone(root.parent)
        for name, kind, value in (
                ("i", int, 1), ("f", float, 1.5), ("b", bool, True), ("s", str, "a"),
                ("l", List[int], [1, 2]), ("y", None, [1, 2])):
            self.assertEqual(root.get_attr(name, data_type=kind), value)
        self.assertEqual(len(root.get_attr("n", data_type=List[Entity])), 2)
        self.assertEqual([child.type_name for child in root.children], ["m"])
        root.assert_entity_completely_parsed()
        self.assertIsNone(root.get_attr("nosuch", optional=True))
        with self.assertRaises(TypeError):
            root.get_attr("s", data_type=int, can_be_str=False)
        self.assertEqual(type_utils.get_data_type_from_identifier("list_of_int"), List[int])
        with self.assertRaisesRegex(RuntimeError, "unknown type 'big': expected one of"):
            type_utils.get_data_type_from_identifier("big")

    def test_each_format_has_a_source_and_an_error(self):
        for kind, name, text in (
                (XMLLaunchDescriptionSource, "s.launch.xml", "<launch><log message='s'/></launch>"),
                (YAMLLaunchDescriptionSource, "s.launch.yaml", "launch: [{log: {message: s}}]"),
                (FrontendLaunchDescriptionSource, "t.launch.xml",
                 "<launch><log message='s'/></launch>")):
            path = str(self.prefix.file(name, text))
            self.assertEqual(self.logged(IncludeLaunchDescription(kind(path))), ["s"])
        path = self.prefix.file("none.launch.xml", "nothing")
        with self.assertRaises(InvalidFrontendLaunchFileError):
            get_launch_description_from_frontend_launch_file(path)
        self.assertIn("unknown", str(InvalidLaunchFileError()))
        self.assertIn("[x]: ValueError: no", str(InvalidLaunchFileError("x", likely_errors=[ValueError("no")])))


if __name__ == "__main__":
    unittest.main()
