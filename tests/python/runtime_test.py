"""rosidl_runtime_py, ament_index_python and the packages beside them.

    PYTHONPATH=... runtime_test.py [unittest arguments]
"""
import array
import os
import pathlib
import tempfile
import unittest
import warnings
from unittest import mock

import ament_index_python as index
import numpy
import rosidl_runtime_py as runtime
import yaml
from builtin_interfaces.msg import Time
from diagnostic_msgs.msg import KeyValue
from geometry_msgs.msg import Point, PoseStamped, PoseWithCovariance
from rosidl_parser import definition
from rosidl_runtime_py import utilities
from rpyutils import add_dll_directories_from_env, import_c_library
from sensor_msgs.msg import Image, JointState
from std_msgs.msg import Byte, Header, String
from std_srvs.srv import SetBool
from test_msgs.action import Fibonacci
from test_msgs.msg import (
    Arrays, BasicTypes, BoundedSequences, MultiNested, Strings, WStrings)


class ShownTest(unittest.TestCase):
    def test_yaml_is_in_blocks_in_the_order_of_the_fields(self):
        message = PoseStamped(header=Header(frame_id="map"))
        self.assertEqual(runtime.message_to_yaml(message).splitlines()[:6], [
            "header:", "  stamp:", "    sec: 0", "    nanosec: 0", "  frame_id: map", "pose:"])
        self.assertEqual(runtime.message_to_yaml(Point(x=1.5), flow_style=True),
                         "x: 1.5\ny: 0.0\nz: 0.0\n")
        self.assertIn("\nbool_values: [true, false, false]\n", "\n" + runtime.message_to_yaml(
            Arrays(bool_values=[True, False, False]), flow_style=True))

    def test_yaml_of_a_message_makes_it_again(self):
        for message in (Arrays(), PoseWithCovariance(), WStrings(wstring_value="gr\u00fcn"),
                        MultiNested(), Image(data=numpy.arange(10000, dtype="uint32") % 256)):
            again = type(message)()
            runtime.set_message_fields(again, yaml.safe_load(runtime.message_to_yaml(message)))
            self.assertEqual(again, message)

    def test_octets_are_text_and_umlauts_stay(self):
        octet = Byte()
        runtime.set_message_fields(octet, {"data": 5})
        self.assertEqual(octet.data, b"\x05")
        self.assertEqual(runtime.message_to_yaml(Byte(data=b"\x05")), 'data: "\\x05"\n')
        self.assertEqual(runtime.message_to_yaml(String(data="gr\u00fcn")), "data: gr\u00fcn\n")

    def test_what_is_long_can_be_cut_or_told_by_its_length(self):
        joints = JointState(name=["left", "right"], position=[1.0, 2.0, 3.0])
        shown = runtime.message_to_ordereddict(joints, truncate_length=2)
        self.assertEqual((shown["name"], shown["position"]),
                         (["le...", "ri..."], [1.0, 2.0, "..."]))
        shown = runtime.message_to_ordereddict(joints, no_arr=True, no_str=True)
        self.assertEqual(shown["position"], "<sequence type: double, length: 3>")
        self.assertEqual(shown["header"]["frame_id"], "<string length: <0>>")
        shown = runtime.message_to_ordereddict(BoundedSequences(), no_arr=True)
        self.assertEqual(shown["basic_types_values"],
                         "<sequence type: test_msgs/msg/BasicTypes[3], length: 0>")
        shown = runtime.message_to_ordereddict(PoseWithCovariance(), no_arr=True)
        self.assertEqual(shown["covariance"], "<array type: double[36]>")
        self.assertEqual(runtime.message_to_ordereddict(
            Image(data=bytes(10000)), truncate_length=1)["data"], [0, "..."])

    def test_csv_has_all_values_in_one_line(self):
        joints = JointState(name=["a", "b"], position=[1.0, 2.0])
        self.assertEqual(runtime.message_to_csv(joints), "0,0,,a,b,1.0,2.0,,")
        self.assertEqual(runtime.message_to_csv(joints, truncate_length=1), "0,0,,a,...,1.0,...,,")
        self.assertEqual(runtime.message_to_csv(Byte(data=b"\x05")), "b'\\x05'")
        self.assertEqual(runtime.message_to_csv(joints, no_arr=True).split(",")[3],
                         "<sequence type: string")


class SetTest(unittest.TestCase):
    def test_dictionaries_set_fields_of_messages_within_too(self):
        message = PoseStamped()
        runtime.set_message_fields(message, {"pose": {"position": {"x": 1}},
                                             "header": {"frame_id": "map"}})
        self.assertEqual((message.pose.position.x, message.header.frame_id), (1.0, "map"))
        joints = JointState()
        runtime.set_message_fields(joints, {"name": ["a"], "position": [1]})
        self.assertEqual((joints.name, list(joints.position)), (["a"], [1.0]))
        arrays = Arrays()
        runtime.set_message_fields(arrays, {"basic_types_values": [{"int8_value": 1}, {}, {}]})
        self.assertEqual([one.int8_value for one in arrays.basic_types_values], [1, 0, 0])

    def test_wrong_names_and_values_are_refused(self):
        with self.assertRaisesRegex(AttributeError, "dat"):
            runtime.set_message_fields(String(), {"dat": "x"})
        with self.assertRaisesRegex(TypeError, "expected to be a dictionary but is a str"):
            runtime.set_message_fields(PoseStamped(), {"pose": "here"})
        for name in ("SLOT_TYPES", 1):
            with self.assertRaisesRegex(AttributeError, f"'Point' object has no attribute '{name}'"):
                runtime.set_message_fields(Point(), {name: 1})

    def test_what_would_become_another_value_is_refused_by_field_type_and_value(self):
        for message, name, value, words in (
                (SetBool.Request(), "data", "false", "'data' of type 'boolean' .* 'false' .str"),
                (SetBool.Request(), "data", 2, "'boolean' cannot hold 2"),
                (SetBool.Request(), "data", None, "'boolean' cannot hold None"),
                (BasicTypes(), "int32_value", 2.7, "'int32' cannot hold 2.7 .*whole number"),
                (BasicTypes(), "int32_value", True, "'int32' cannot hold True"),
                (BasicTypes(), "uint8_value", -1, "'uint8' cannot hold -1 .*from 0 to 255"),
                (BasicTypes(), "int64_value", 2 ** 63, "'int64' cannot hold 9223372036854775808"),
                (BasicTypes(), "int8_value", float("inf"), "'int8' cannot hold inf"),
                (BasicTypes(), "float32_value", 1e39, "'float' cannot hold 1e.39 .*32 bits"),
                (BasicTypes(), "float64_value", "1e999", "'double' cannot hold '1e999' .*64 bits"),
                (BasicTypes(), "float64_value", 10 ** 400, "'double' cannot hold 10000.*64 bits"),
                (BasicTypes(), "float64_value", "x", "'double' cannot hold 'x'"),
                (BasicTypes(), "float64_value", False, "'double' cannot hold False"),
                (BasicTypes(), "byte_value", "ab", "'octet' cannot hold 'ab'"),
                (BasicTypes(), "byte_value", 256, "'octet' cannot hold 256"),
                (String(), "data", None, "'string' cannot hold None"),
                (String(), "data", True, "'string' cannot hold True .*Quote"),
                (String(), "data", ["a"], r"'string' cannot hold \['a'\]"),
                (String(), "data", {"a": 1}, "'string' cannot hold"),
                (Strings(), "bounded_string_value", 12 * "\u00e9", "at most 22 bytes .* has 24"),
                (JointState(), "name", "abc", "'name' takes a list of 'string', not 'abc'"),
                (JointState(), "name", {"a": 1}, "'name' takes a list of 'string'"),
                (JointState(), "position", None, "'position' takes a list of 'double', not None"),
                (JointState(), "position", [1, "a"], r"'position\[1\]' of type 'double' .* 'a'"),
                (Image(), "data", "abc", "'data' takes a list of 'uint8', not 'abc'"),
                (Arrays(), "bool_values", [True], "takes 3 values of 'boolean', not 1"),
                (Arrays(), "int8_values", [1, 2, 300], r"'int8_values\[2\]' of type 'int8' .* 300"),
                (Arrays(), "basic_types_values", {}, "takes a list of 'test_msgs/msg/BasicTypes'"),
                (BoundedSequences(), "bool_values", 4 * [True], "at most 3 values"),
                (PoseStamped(), "pose", {"position": {"x": None}},
                 "'pose.position.x' of type 'double' cannot hold None"),
                (Arrays(), "basic_types_values", [{}, {"int8_value": 999}, {}],
                 r"'basic_types_values\[1\].int8_value' of type 'int8' cannot hold 999")):
            with self.assertRaisesRegex((TypeError, ValueError), words, msg=f"{name}: {value}"):
                runtime.set_message_fields(message, {name: value})

    def test_what_keeps_its_value_is_taken(self):
        for message, name, value, held in (
                (SetBool.Request(), "data", 1, True), (SetBool.Request(), "data", 0.0, False),
                (BasicTypes(), "int32_value", 2.0, 2), (BasicTypes(), "int32_value", "5", 5),
                (BasicTypes(), "float32_value", float("-inf"), float("-inf")),
                (BasicTypes(), "float64_value", "1e-3", 0.001),
                (BasicTypes(), "float64_value", "inf", float("inf")),
                (BasicTypes(), "byte_value", b"a", b"a"),
                (BasicTypes(), "int16_value", numpy.int32(7), 7),
                (String(), "data", 5, "5"), (String(), "data", 1.5, "1.5"),
                (Image(), "data", b"\1\2", array.array("B", [1, 2])),
                (JointState(), "position", array.array("d", [1.5]), array.array("d", [1.5])),
                (JointState(), "position", numpy.array([1, 2]), array.array("d", [1, 2]))):
            runtime.set_message_fields(message, {name: value})
            self.assertEqual(getattr(message, name), held)

    def test_headers_and_times_can_be_set_later(self):
        message = PoseStamped()
        setters = runtime.set_message_fields(message, {"header": "auto"}, expand_header_auto=True)
        self.assertEqual(len(setters), 1)
        setters[0](Time(sec=5))
        self.assertEqual(message.header.stamp.sec, 5)
        header = Header()
        setter, = runtime.set_message_fields(header, {"stamp": "now"}, expand_time_now=True)
        setter(Time(sec=6))
        self.assertEqual(header.stamp.sec, 6)
        with self.assertRaises(TypeError):
            runtime.set_message_fields(header, {"stamp": "now"})


class ByNameTest(unittest.TestCase):
    def test_classes_are_found_by_their_names(self):
        self.assertIs(utilities.get_message("std_msgs/msg/String"), String)
        self.assertIs(utilities.get_message("std_msgs/String"), String)
        self.assertIs(utilities.get_service("std_srvs/srv/SetBool"), SetBool)
        self.assertIs(utilities.get_action("test_msgs/Fibonacci"), Fibonacci)
        self.assertIs(utilities.get_interface("diagnostic_msgs/msg/KeyValue"), KeyValue)
        feedback = definition.NamespacedType(["test_msgs", "action"], "Fibonacci_FeedbackMessage")
        self.assertIs(runtime.import_message_from_namespaced_type(feedback),
                      Fibonacci.Impl.FeedbackMessage)

    def test_topics_may_carry_what_services_and_actions_are_made_of(self):
        self.assertIs(utilities.get_message("std_srvs/srv/SetBool_Event"), SetBool.Event)
        for name, expected in (
                ("FeedbackMessage", Fibonacci.Impl.FeedbackMessage), ("Goal", Fibonacci.Goal),
                ("SendGoal_Event", Fibonacci.Impl.SendGoalService.Event),
                ("GetResult_Response", Fibonacci.Impl.GetResultService.Response)):
            self.assertIs(utilities.get_message(f"test_msgs/action/Fibonacci_{name}"), expected)
        for unknown in ("test_msgs/action/Fibonacci_Walk", "std_msgs/msg/String_Goal"):
            with self.assertRaises(AttributeError):
                utilities.get_message(unknown)

    def test_what_is_no_name_or_of_another_kind_is_refused(self):
        for name in ("String", "std_msgs//String", "a/msg/B/C", "", "std_srvs/srv/SetBool"):
            with self.assertRaisesRegex(ValueError, "Expected the full name of a message"):
                utilities.get_message(name)
        with self.assertRaises(ValueError):
            utilities.get_interface("std_msgs/String")
        with self.assertRaises(ModuleNotFoundError):
            utilities.get_message("no_such_msgs/msg/String")
        with self.assertRaises(AttributeError):
            utilities.get_message("std_msgs/msg/NoSuch")
        self.assertEqual([utilities.is_message(String), utilities.is_service(String),
                          utilities.is_service(SetBool), utilities.is_action(Fibonacci)],
                         [True, False, True, True])

    def test_slot_types_are_equal_if_they_say_the_same(self):
        types = runtime.get_message_slot_types(JointState())
        self.assertEqual(types["position"],
                         definition.UnboundedSequence(definition.BasicType("double")))
        self.assertNotEqual(types["position"], types["name"])
        self.assertEqual(types["header"].namespaced_name(), ("std_msgs", "msg", "Header"))
        self.assertFalse(types["name"].value_type.has_maximum_size())
        for wrong in (lambda: definition.BasicType("text"), lambda: definition.Array("double", 3),
                      lambda: definition.Array(definition.BasicType("double"), 0)):
            self.assertRaises(AssertionError, wrong)


class DefinitionTest(unittest.TestCase):
    """What code relies on that reads interface files, against our own generator."""

    def structure(self, name, *members):
        return definition.Message(definition.Structure(
            definition.NamespacedType(["test_msgs", "action"], name),
            [definition.Member(*member) for member in members]))

    def test_an_action_spells_out_what_travels(self):
        number = definition.UnboundedSequence(definition.BasicType("int32"))
        action = definition.Action(
            definition.NamespacedType(["test_msgs", "action"], "Fibonacci"),
            self.structure("Fibonacci_Goal", (definition.BasicType("int32"), "order")),
            self.structure("Fibonacci_Result", (number, "sequence")),
            self.structure("Fibonacci_Feedback", (number, "sequence")))
        impl = Fibonacci.Impl
        for message, made in (
                (action.send_goal_service.request_message, impl.SendGoalService.Request),
                (action.send_goal_service.response_message, impl.SendGoalService.Response),
                (action.send_goal_service.event_message, impl.SendGoalService.Event),
                (action.get_result_service.request_message, impl.GetResultService.Request),
                (action.get_result_service.response_message, impl.GetResultService.Response),
                (action.feedback_message, impl.FeedbackMessage)):
            self.assertEqual(message.structure.namespaced_type.name, made.__name__)
            self.assertEqual([(one.name, one.type) for one in message.structure.members],
                             list(runtime.get_message_slot_types(made()).items()))

    def test_annotations_are_found_by_their_names(self):
        member = definition.Member(definition.BasicType("int32"), "order")
        member.annotations = [definition.Annotation("unit", "mm"), definition.Annotation(
            "verbatim", {"language": "comment", "text": "one\ntwo"})]
        self.assertEqual(member.get_annotation_value("unit"), "mm")
        self.assertEqual(member.get_comment_lines(), ["one", "two"])
        with self.assertRaisesRegex(ValueError, "No 'key' annotation"):
            member.get_annotation_value("key")
        with self.assertRaises(AssertionError):
            definition.Member("int32", "order")
        with self.assertRaises(AssertionError):
            definition.Service(definition.NamespacedType(["a", "srv"], "X"),
                               self.structure("X_Request"), self.structure("X_Response"))

    @unittest.skipUnless(pathlib.Path("/usr/lib/python3/dist-packages/rosidl_parser").exists(),
                         "the distribution has no rosidl_parser")
    def test_the_parser_of_the_distribution_works_with_these_definitions(self):
        import sys
        with mock.patch.object(sys, "path", [*sys.path, "/usr/lib/python3/dist-packages"]):
            from rosidl_parser.parser import parse_idl_string
        content = parse_idl_string(
            "module a { module msg { struct B { int32 c; string<5> d; }; }; };")
        message, = content.get_elements_of_type(definition.Message)
        self.assertEqual([one.type for one in message.structure.members],
                         [definition.BasicType("int32"), definition.BoundedString(5)])


class IndexTest(unittest.TestCase):
    """Against a prefix of its own: two packages, one with interfaces."""

    def setUp(self):
        folder = tempfile.TemporaryDirectory(prefix="ranvier-index-")
        self.addCleanup(folder.cleanup)
        self.prefix = pathlib.Path(folder.name)
        self.write("share/ament_index/resource_index/packages/farm_msgs", "")
        self.write("share/ament_index/resource_index/packages/shed", "")
        self.write("share/ament_index/resource_index/rosidl_interfaces/farm_msgs",
                   "msg/Plant.msg\nmsg/Plant.idl\nsrv/Water.srv\naction/Dig.action\n"
                   "srv/Water_Request.msg\n")
        self.write("share/farm_msgs/msg/Plant.msg", "string name\n")
        patch = mock.patch.dict(os.environ, AMENT_PREFIX_PATH=f"/no/such/place:{self.prefix}")
        patch.start()
        self.addCleanup(patch.stop)

    def write(self, path, text):
        (self.prefix / path).parent.mkdir(parents=True, exist_ok=True)
        (self.prefix / path).write_text(text)

    def test_packages_are_found_with_their_folders(self):
        here = str(self.prefix)
        self.assertEqual(index.get_packages_with_prefixes(), {"farm_msgs": here, "shed": here})
        self.assertEqual(index.get_package_prefix("shed"), here)
        share = index.get_package_share_directory("farm_msgs")
        self.assertEqual(share, f"{here}/share/farm_msgs")
        self.assertEqual(index.get_package_share_path("farm_msgs"), pathlib.Path(share))
        self.assertEqual(index.get_resource_types(), {"packages", "rosidl_interfaces"})
        self.assertEqual(index.has_resource("packages", "shed"), here)
        self.assertFalse(index.has_resource("packages", "barn"))
        with warnings.catch_warnings(record=True) as told:
            warnings.simplefilter("always")
            index.get_package_share_directory("shed")
        self.assertIn("does not exist", str(told[0].message))

    def test_what_is_not_there_and_what_is_no_name_are_told_apart(self):
        with self.assertRaisesRegex(index.PackageNotFoundError, "'barn' not found, searching"):
            index.get_package_prefix("barn")
        with self.assertRaisesRegex(ValueError, "not a valid package name"):
            index.get_package_prefix("../shed")
        with self.assertRaises(index.InvalidResourceTypeNameError):
            index.get_resource("a/b", "shed")
        with self.assertRaises(index.InvalidResourceNameError):
            index.get_resource("packages", "a/b")
        with self.assertRaises(LookupError):
            index.get_resource("packages", "barn")
        with mock.patch.dict(os.environ, AMENT_PREFIX_PATH=""):
            self.assertRaisesRegex(OSError, "AMENT_PREFIX_PATH", index.get_search_paths)

    def test_interfaces_are_listed_by_their_kind(self):
        self.assertEqual(runtime.get_interface_packages(), {"farm_msgs": str(self.prefix)})
        self.assertEqual(runtime.get_interfaces(),
                         {"farm_msgs": ["msg/Plant", "srv/Water", "action/Dig"]})
        self.assertEqual(runtime.get_interfaces(["shed"]), {"shed": []})
        self.assertEqual(runtime.get_message_interfaces(), {"farm_msgs": ["msg/Plant"]})
        self.assertEqual(runtime.get_service_interfaces(), {"farm_msgs": ["srv/Water"]})
        self.assertEqual(runtime.get_action_interfaces(), {"farm_msgs": ["action/Dig"]})
        with self.assertRaisesRegex(LookupError, "Unknown package 'barn'"):
            runtime.get_interfaces(["barn"])

    def test_the_file_of_an_interface_is_found(self):
        path = f"{self.prefix}/share/farm_msgs/msg/Plant.msg"
        self.assertEqual(runtime.get_interface_path("farm_msgs/msg/Plant"), path)
        self.assertEqual(runtime.get_interface_path("farm_msgs/msg/Plant.msg"), path)
        for name, error in (("farm_msgs", ValueError), ("farm_msgs//Plant", ValueError),
                            ("barn/msg/X", LookupError), ("farm_msgs/msg/X", LookupError)):
            self.assertRaises(error, runtime.get_interface_path, name)

    def test_compiled_modules_are_loaded_or_the_error_says_what_to_do(self):
        with add_dll_directories_from_env("PATH") as folders:
            self.assertEqual(folders, [])
        self.assertTrue(hasattr(import_c_library("_ranvier"), "serialize"))
        with self.assertRaisesRegex(ImportError, "prefix that has it sourced"):
            import_c_library("._no_such", "std_msgs")


unittest.main()
