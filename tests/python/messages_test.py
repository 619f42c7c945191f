"""The classes of messages, services and actions: when they are made, and what users do with them.

    PYTHONPATH=... messages_test.py [unittest arguments]
"""
import array
import copy
import pickle
import subprocess
import sys
import unittest

import _ranvier
import numpy
from builtin_interfaces.msg import Time
from geometry_msgs.msg import PoseWithCovariance, Twist
from lifecycle_msgs.msg import State
from rosidl_generator_py.message import make_message_class
from sensor_msgs.msg import Image, Imu, LaserScan
from service_msgs.msg import ServiceEventInfo
from std_msgs.msg import Header, String
from test_msgs.action import Fibonacci
from test_msgs.msg import Arrays, Constants, Defaults, Empty, Nested
from test_msgs.srv import BasicTypes as BasicTypesService

LARGE = 1 << 16


def printed(program, **environment):
    """What a program prints in an interpreter of its own."""
    import os
    return subprocess.run([sys.executable, "-B", "-c", program], check=True, text=True,
                          env={**os.environ, **environment},
                          stdout=subprocess.PIPE).stdout.split()


class LoadingTest(unittest.TestCase):
    def test_rclpy_can_be_imported_behind_a_library_of_cpp(self):
        # As Qt does when it is loaded: then the thread-locals of libstdc++ have their place.
        self.assertEqual(printed("import ctypes; ctypes.CDLL('libstdc++.so.6').__cxa_get_globals()\n"
                                 "import rclpy; print(rclpy.ok())"), ["False"])


class LazinessTest(unittest.TestCase):
    def test_importing_a_package_makes_no_class_and_loads_nothing_else(self):
        loaded = printed("import sys; before = {*sys.modules}\nimport sensor_msgs.msg\n"
                         "print(*sorted({*sys.modules} - before))")
        self.assertEqual(loaded, ["rosidl_generator_py", "rosidl_generator_py.lazy",
                                  "sensor_msgs", "sensor_msgs.msg"])

    def test_using_a_class_makes_no_other_and_loads_no_numpy(self):
        modules = printed("from std_msgs.msg import String; import sys\n"
                          "String(data='x'); print(*sys.modules)")
        self.assertIn("std_msgs.msg._string", modules)
        for name in ("std_msgs.msg._header", "numpy", "rosidl_parser.definition"):
            self.assertNotIn(name, modules)

    def test_a_service_makes_its_event_when_it_is_used(self):
        modules = printed("from std_srvs.srv import SetBool; import sys\n"
                          "SetBool.Request(); print(*sys.modules)")
        self.assertNotIn("service_msgs.msg._service_event_info", modules)

    def test_threads_that_use_a_name_at_once_get_one_class(self):
        program = """
import sys, threading
sys.setswitchinterval(1e-6)
import sensor_msgs.msg as messages
found, begin = [], threading.Barrier(4)
def use():
    begin.wait()
    found.append([getattr(messages, name) for name in messages.__all__])
threads = [threading.Thread(target=use) for _ in range(4)]
[thread.start() for thread in threads] and [thread.join() for thread in threads]
print(all(one is other for classes in found for one, other in zip(classes, found[0])))
"""
        self.assertEqual(printed(program), ["True"])

    def test_a_star_dir_and_a_misspelt_name_do_what_users_know(self):
        self.assertEqual(printed("from std_msgs.msg import *; print(String.__name__, Bool())"),
                         ["String", "std_msgs.msg.Bool(data=False)"])
        import std_msgs.msg
        self.assertIn("ColorRGBA", dir(std_msgs.msg))
        with self.assertRaisesRegex(ImportError, "Strin"):
            exec("from std_msgs.msg import Strin")


class MessageTest(unittest.TestCase):
    def test_fields_are_given_by_name_and_the_others_have_defaults(self):
        header = Header(frame_id="map")
        self.assertEqual((header.frame_id, header.stamp), ("map", Time()))
        self.assertEqual(Defaults().int8_value, -50)
        with self.assertRaisesRegex(TypeError, "String.*positional"):
            String("x")

    def test_an_unknown_keyword_is_refused_where_fields_are_checked(self):
        self.assertEqual(String(dat="x"), String())
        with self.assertRaisesRegex(AssertionError, "Invalid arguments.*: dat, tada$"):
            String(tada="x", dat="x", check_fields=True)

    def test_nothing_is_shared_between_messages(self):
        one, two = Twist(), Twist()
        one.linear.x = 1.0
        self.assertEqual(two.linear.x, 0.0)
        one, two = Arrays(), Arrays()
        one.bool_values[0], one.int8_values[0] = True, 5
        one.string_values_default[0] = "changed"
        self.assertEqual(two, Arrays())

    def test_a_message_has_no_other_attributes(self):
        with self.assertRaises(AttributeError):
            String().dat = "x"
        with self.assertRaisesRegex(AttributeError, "data.*deleted"):
            del String().data

    def test_constants_and_defaults_cannot_be_assigned(self):
        self.assertEqual((State.PRIMARY_STATE_ACTIVE, State().PRIMARY_STATE_ACTIVE), (3, 3))
        for of in (State, State()):
            with self.assertRaises(AttributeError):
                of.PRIMARY_STATE_ACTIVE = 5
        with self.assertRaises(AttributeError):
            Defaults.INT8_VALUE__DEFAULT = 1
        self.assertEqual(Constants.BYTE_CONST, b"2")
        names = ServiceEventInfo._Metaclass_ServiceEventInfo__constants
        self.assertEqual(names["REQUEST_RECEIVED"], 1)

    def test_messages_are_equal_if_all_their_fields_are(self):
        self.assertEqual(Imu(), Imu())
        self.assertNotEqual(Imu(), Header())
        other = Imu()
        other.orientation_covariance[8] = 1.0  # one element of nine
        self.assertNotEqual(Imu(), other)
        self.assertFalse(Imu() == other)
        with self.assertRaises(TypeError):
            hash(Imu())

    def test_large_and_small_numbers_are_equal_if_they_are_the_same(self):
        numbers = numpy.arange(LARGE, dtype="uint8")
        one, two = Image(data=numbers), Image(data=array.array("B", numbers.tobytes()))
        self.assertEqual(one, two)
        two.data[5] += 1
        self.assertNotEqual(one, two)
        self.assertNotEqual(one, Image())

    def test_copies_and_pickles_are_equal_and_of_their_own(self):
        message = PoseWithCovariance()
        message.pose.position.x, message.covariance[35] = 1.5, 2.5
        for copied in (copy.deepcopy(message), pickle.loads(pickle.dumps(message))):
            self.assertEqual(copied, message)
            copied.pose.position.x = 0.0
            self.assertEqual(message.pose.position.x, 1.5)
        self.assertIs(copy.copy(message).pose, message.pose)
        self.assertEqual(pickle.loads(pickle.dumps(Nested)), Nested)

    def test_a_class_may_derive_from_a_message(self):
        class Named(String):
            """A user's own."""

            def shout(self):
                return self.data.upper()

        self.assertEqual(Named(data="a").shout(), "A")
        self.assertEqual(Named.get_fields_and_field_types(), {"data": "string"})
        self.assertEqual(len(Named.SLOT_TYPES), 1)

    def test_an_empty_message_reads_as_its_name(self):
        self.assertEqual(repr(Empty()), "test_msgs.msg.Empty()")


class NumbersTest(unittest.TestCase):
    def test_a_small_sequence_is_an_array_of_its_own(self):
        given = array.array("f", [1.0, 2.0])
        scan = LaserScan(ranges=given)
        given[0] = 5.0
        self.assertEqual(scan.ranges, array.array("f", [1.0, 2.0]))
        for value in ([1, 2], (1, 2), numpy.array([1, 2], dtype="float32"), numpy.array([1.0, 2])):
            scan.ranges = value
            self.assertEqual(scan.ranges, array.array("f", [1.0, 2.0]))

    def test_a_large_sequence_lies_where_numpy_or_bytes_have_it(self):
        image = Image()
        for given in (numpy.zeros(LARGE, dtype="uint8"), bytes(LARGE)):
            image.data = given
            self.assertIsInstance(image.data, array.array)
            where = numpy.frombuffer(given, dtype="uint8").__array_interface__["data"][0]
            self.assertEqual(image.data.buffer_info()[0], where)
            image.data[0] = 1
            self.assertEqual((image.data[0], given[0]), (1, 0))
        image.data = numpy.arange(2 * LARGE, dtype="uint8")[::2]  # with gaps
        self.assertEqual(list(image.data[:3]), [0, 2, 4])

    def test_another_array_is_copied_and_may_change_its_size(self):
        image = Image()
        for given in (array.array("B", bytes(LARGE)), bytearray(LARGE)):
            image.data = given
            given[0] = 1
            given.append(1)
            self.assertEqual((image.data[0], len(image.data)), (0, LARGE))

    def test_a_large_array_of_fixed_length_is_a_copy_that_can_be_written(self):
        fixed = make_message_class("test_msgs.msg._fixed", "Fixed", "test_msgs/msg/Fixed", "",
                                   (("numbers", "float64", "array", LARGE, 0),), ())
        given = numpy.zeros(LARGE)
        message = fixed(numbers=given)
        given[0] = 1.0
        self.assertEqual(message.numbers[0], 0.0)
        received = _ranvier.deserialize(_ranvier.serialize(message), fixed)
        received.numbers[1] = 2.0
        self.assertEqual((type(received.numbers), received.numbers[1]), (numpy.ndarray, 2.0))

    def test_what_is_no_row_of_numbers_is_refused_with_the_name_of_the_field(self):
        for value in ("text", 5, None, ["a"], [1.5], numpy.zeros((2, 2), dtype="uint8")):
            with self.assertRaisesRegex(TypeError, "'data' field of sensor_msgs/msg/Image"):
                Image().data = value
        with self.assertRaisesRegex(OverflowError, "'data' field of sensor_msgs/msg/Image"):
            Image().data = [256]

    def test_checked_messages_share_an_array_of_the_right_kind(self):
        numbers = array.array("B", [1, 2])
        image = Image(check_fields=True)
        image.data = numbers
        self.assertIs(image.data, numbers)
        with self.assertRaisesRegex(AssertionError, "The 'data' array.array.. must have the type"):
            image.data = array.array("d")

    def test_the_environment_asks_for_checks(self):
        program = ("from std_msgs.msg import String\ntry: String(data=5)\n"
                   "except AssertionError as error: print(error)")
        self.assertEqual(printed(program), [])
        self.assertEqual(" ".join(printed(program, ROS_PYTHON_CHECK_FIELDS="1")),
                         "The 'data' field must be of type 'str'")


class ServiceAndActionTest(unittest.TestCase):
    def test_the_parts_of_a_service_are_messages(self):
        self.assertEqual(BasicTypesService.Request(int8_value=3).int8_value, 3)
        event = BasicTypesService.Event(request=[BasicTypesService.Request()])
        self.assertEqual(event.request, [BasicTypesService.Request()])
        with self.assertRaisesRegex(NotImplementedError, "Service classes can not be instantiated"):
            BasicTypesService()
        with self.assertRaisesRegex(AttributeError, "Requst"):
            BasicTypesService.Requst

    def test_the_parts_of_an_action_are_messages_and_services(self):
        goal = Fibonacci.Goal(order=5)
        request = Fibonacci.Impl.SendGoalService.Request(goal=goal)
        self.assertIs(request.goal, goal)
        self.assertEqual(Fibonacci.Impl.GetResultService.Response().result, Fibonacci.Result())
        self.assertEqual(Fibonacci.Impl.FeedbackMessage().feedback, Fibonacci.Feedback())
        self.assertEqual(Fibonacci.Impl.CancelGoalService.__name__, "CancelGoal")
        self.assertEqual(Fibonacci.Impl.GoalStatusMessage.__name__, "GoalStatusArray")

    def test_type_supports_are_the_handles_of_the_libraries(self):
        for one in (Nested, BasicTypesService, Fibonacci):
            type(one).__import_type_support__()
            self.assertIn("type_support_t", repr(type(one)._TYPE_SUPPORT))
        self.assertIsNotNone(type(BasicTypesService.Event)._TYPE_SUPPORT)
        self.assertIsNotNone(type(Fibonacci.Impl.FeedbackMessage)._TYPE_SUPPORT)

    def test_a_package_without_a_library_is_unsupported(self):
        from rosidl_generator_py import UnsupportedTypeSupport, import_type_support
        with self.assertRaisesRegex(UnsupportedTypeSupport, "no_such_msgs"):
            import_type_support("no_such_msgs")
        self.assertIn("type_support_t",
                      repr(import_type_support("std_msgs").type_support_msg__msg__string))


unittest.main()
