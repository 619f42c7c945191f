"""Messages to CDR and back: what is not copied, and what cannot be encoded.

    PYTHONPATH=... conversion_test.py [unittest arguments]
"""
import array
import gc
import hashlib
import sys
import unittest
import weakref

import _ranvier
import numpy
from geometry_msgs.msg import Point, Polygon, Vector3
from sensor_msgs.msg import Image, LaserScan, PointCloud2
from std_msgs.msg import Bool, Byte, Char, Float32, Int8, Int64, MultiArrayLayout, String, UInt64
from test_msgs.action import Fibonacci
from test_msgs.msg import (
    Arrays,
    BoundedSequences,
    Empty,
    Nested,
    Strings,
    UnboundedSequences,
    WStrings,
)

HEADER = b"\x00\x01\x00\x00"
LARGE = 1 << 16


def address(numbers):
    """Where the numbers of an array lie, Python's or numpy's."""
    if isinstance(numbers, array.array):
        return numbers.buffer_info()[0]
    return numbers.__array_interface__["data"][0]


def decoded(message):
    return _ranvier.deserialize(_ranvier.serialize(message), type(message))


class BytesTest(unittest.TestCase):
    """Forms that the judge of messages_oracle_test.py does not have."""

    def test_a_message_without_fields_is_one_byte(self):
        self.assertEqual(_ranvier.serialize(Empty()), HEADER + b"\0")
        self.assertEqual(decoded(Empty()), Empty())

    def test_a_wide_character_takes_four_bytes_and_a_wide_string_has_no_end(self):
        message = WStrings(wstring_value="a\U0001f600")
        coded = _ranvier.serialize(message)
        self.assertEqual(coded[4:20].hex(), "03000000" "61000000" "3dd80000" "00de0000")
        self.assertEqual(decoded(message), message)

    def test_text_is_utf_8_and_what_is_none_reads_as_replaced(self):
        self.assertEqual(decoded(String(data="grün \u4e2d\0x")).data, "grün \u4e2d\0x")
        wrong = HEADER + b"\x03\x00\x00\x00\xff\xfe\x00"
        self.assertEqual(_ranvier.deserialize(wrong, String).data, "\ufffd\ufffd")

    def test_what_numpy_has_one_by_one_is_a_number(self):
        self.assertEqual(decoded(Int64(data=numpy.int64(-5))).data, -5)
        self.assertEqual(decoded(Float32(data=numpy.float32(1.5))).data, 1.5)
        self.assertEqual(decoded(Bool(data=numpy.float64(1) > 0)).data, True)
        self.assertEqual(decoded(Point(x=1)).x, 1.0)

    def test_octets_and_booleans_are_bytes_and_bool(self):
        self.assertEqual(decoded(Byte(data=b"\xfe")).data, b"\xfe")
        self.assertIs(_ranvier.deserialize(HEADER + b"\x02", Bool).data, True)
        self.assertEqual(decoded(Char(data=200)).data, 200)
        message = BoundedSequences(byte_values=b"\x01\xff")  # shorter than a list of them
        self.assertEqual(decoded(message).byte_values, [b"\x01", b"\xff"])
        with self.assertRaisesRegex(ValueError, "'byte_values'.*at most 3 elements; it has 4"):
            _ranvier.serialize(BoundedSequences(byte_values=bytes(4)))

    def test_any_iterable_of_elements_is_a_sequence(self):
        points = [Point(x=1.0), Point(y=2.0)]
        message = UnboundedSequences(string_values=("a", "b"), bool_values={True})
        self.assertEqual(decoded(message).string_values, ["a", "b"])
        self.assertEqual(decoded(message).bool_values, [True])
        polygon = Polygon(points=iter(()))
        self.assertEqual(decoded(polygon).points, [])
        self.assertEqual(decoded(MultiArrayLayout(dim=())).dim, [])
        self.assertEqual(len(points), 2)

    def test_an_object_of_a_derived_class_is_a_message(self):
        class Named(Vector3):
            pass

        self.assertEqual(decoded(Named(x=1.0)).x, 1.0)
        self.assertIsInstance(_ranvier.deserialize(_ranvier.serialize(Vector3()), Named), Vector3)


class NoCopyTest(unittest.TestCase):
    def test_a_large_sequence_lies_in_the_bytes_that_came(self):
        coded = _ranvier.serialize(Image(data=numpy.arange(LARGE, dtype="uint8")))
        image = _ranvier.deserialize(coded, Image)
        begin = address(numpy.frombuffer(coded, dtype="uint8"))
        self.assertEqual(address(image.data) - begin, len(coded) - LARGE)
        # To read bytes and elements, to send them, and to look for them, none is copied.
        self.assertEqual(hashlib.md5(image.data).digest(), hashlib.md5(coded[-LARGE:]).digest())
        self.assertEqual(_ranvier.serialize(image), coded)
        self.assertIn(255, image.data)
        self.assertEqual(address(image.data) - begin, len(coded) - LARGE)

    def test_it_is_copied_before_it_is_changed_and_the_bytes_stay(self):
        numbers = [i % 256 for i in range(LARGE)]
        coded = _ranvier.serialize(Image(data=numbers))
        before = bytes(coded)
        for change in (lambda data: data.append(7), lambda data: data.reverse(),
                       lambda data: data.__setitem__(0, 9), lambda data: data.__delitem__(0),
                       lambda data: numpy.ndarray(LARGE, "uint8", data).fill(5)):
            data = _ranvier.deserialize(coded, Image).data
            lent = address(data)
            change(data)
            self.assertNotEqual(address(data), lent)
            self.assertNotEqual(data, array.array("B", numbers))
            self.assertEqual(coded, before)

    def test_code_that_does_not_know_of_it_cannot_give_its_memory_back(self):
        data = decoded(Image(data=bytes(LARGE))).data
        for change in (array.array.append, array.array.remove, array.array.fromlist):
            with self.assertRaises(BufferError):
                change(data, [1] if change is array.array.fromlist else 0)

    def test_a_buffer_and_its_array_are_the_same_numbers(self):
        data = decoded(Image(data=bytes(LARGE))).data
        with memoryview(data) as view:
            data[0], view[1] = 5, 6
            self.assertEqual((view[0], data[1]), (5, 6))
            with self.assertRaises(BufferError):
                data.append(1)
        data.append(1)
        self.assertEqual(len(data), LARGE + 1)

    def test_it_keeps_the_bytes_and_nothing_else_does(self):
        class Kept(bytearray):
            pass

        coded = Kept(_ranvier.serialize(Image(data=numpy.full(LARGE, 7, dtype="uint8"))))
        alive = weakref.ref(coded)
        data = _ranvier.deserialize(coded, Image).data
        with self.assertRaises(BufferError):
            coded.append(0)  # it would move
        del coded
        gc.collect()
        self.assertIsNotNone(alive())
        self.assertEqual(data.count(7), LARGE)
        del data
        self.assertIsNone(alive())

    def test_what_was_copied_keeps_the_bytes_no_longer(self):
        class Kept(bytearray):
            pass

        coded = Kept(_ranvier.serialize(Image(data=bytes(LARGE))))
        alive = weakref.ref(coded)
        data = _ranvier.deserialize(coded, Image).data
        del coded
        self.assertIsNotNone(alive())
        data[0] = 1
        self.assertIsNone(alive())

    @unittest.skipUnless(hasattr(_ranvier, "through_message"), "only in python.conversion_asan")
    def test_a_message_of_the_core_is_kept_by_its_arrays_alone(self):
        coded = _ranvier.serialize(Image(data=numpy.full(LARGE, 7, dtype="uint8")))
        image = _ranvier.through_message(coded, Image)
        self.assertEqual(_ranvier.messages_alive(), 1)
        half = numpy.asarray(image.data)[::2]
        del image
        self.assertTrue((half == 7).all())
        self.assertEqual(_ranvier.messages_alive(), 1)
        del half
        self.assertEqual(_ranvier.messages_alive(), 0)
        other, image = Image(), _ranvier.through_message(coded, Image)
        other.data = image.data
        image.data.append(1)
        self.assertEqual(_ranvier.messages_alive(), 1)
        other.data.append(1)
        self.assertEqual(_ranvier.messages_alive(), 0)
        small = _ranvier.through_message(_ranvier.serialize(Image(data=[1, 2])), Image)
        self.assertEqual(_ranvier.messages_alive(), 0)
        self.assertEqual(list(small.data), [1, 2])
        for size in range(0, len(coded), 4099):
            with self.assertRaises(_ranvier.DamagedMessage):
                _ranvier.through_message(coded[:size], Image)
        self.assertEqual(_ranvier.messages_alive(), 0)

    @unittest.skipUnless(hasattr(_ranvier, "through_message"), "only in python.conversion_asan")
    def test_who_alone_has_a_message_writes_where_it_lies(self):
        coded = _ranvier.serialize(LaserScan(ranges=[1.0] * LARGE, intensities=[2.0] * LARGE))
        scan = _ranvier.through_message(coded, LaserScan)
        other, where = LaserScan(), address(scan.ranges)
        other.ranges = scan.ranges
        scan.ranges[0] = 5.0  # the other would see it
        self.assertNotEqual(address(scan.ranges), where)
        self.assertEqual((other.ranges[0], scan.intensities[0]), (1.0, 2.0))
        where = address(scan.intensities)
        del other
        written = numpy.frombuffer(scan.intensities, dtype="float32")
        written[1] = 6.0
        scan.intensities[2] = 7.0
        self.assertEqual(address(scan.intensities), where)
        self.assertEqual((list(scan.intensities[:4]), written[2]), ([2.0, 6.0, 7.0, 2.0], 7.0))
        other = LaserScan()
        other.intensities = scan.intensities
        scan.intensities[0] = 8.0
        self.assertEqual((other.intensities[0], scan.intensities[0]), (2.0, 8.0))
        with self.assertRaises(BufferError):
            scan.intensities.append(1.0)
        del scan, other, written
        self.assertEqual(_ranvier.messages_alive(), 0)

    def test_a_small_sequence_is_a_copy_that_can_be_changed(self):
        scan = decoded(LaserScan(ranges=[1.0, 2.0]))
        scan.ranges.append(3.0)
        self.assertEqual(list(scan.ranges), [1.0, 2.0, 3.0])
        arrays = decoded(Arrays())
        arrays.float64_values[0] = 2.5
        self.assertEqual(arrays.float64_values[0], 2.5)

    def test_what_was_received_can_be_sent_on_without_a_copy(self):
        received = decoded(PointCloud2(data=numpy.ones(LARGE, dtype="uint8")))
        out = PointCloud2()
        out.data = received.data
        self.assertEqual(address(out.data), address(received.data))
        self.assertEqual(sum(decoded(out).data), LARGE)

    def test_large_numbers_in_the_other_order_are_numbers_of_this_machine(self):
        numbers = numpy.arange(LARGE, dtype="int32")
        big = b"\0\0\0\0" + LARGE.to_bytes(4, "big") + numbers.astype(">i4").tobytes()
        sequence = _ranvier.deserialize(big, Fibonacci.Result).sequence
        self.assertEqual(sequence, array.array("i", numbers.tolist()))


class CopyTest(unittest.TestCase):
    """A subscription of the process gets a message of its own, whose arrays are not copied."""

    def image(self, data):
        image = Image()
        image._data = data
        return image

    def test_a_large_array_that_only_the_message_has_is_not_copied(self):
        for image in (self.image(array.array("B", bytes(LARGE))), Image(data=bytes(LARGE)),
                      Image(data=numpy.zeros(LARGE, dtype="uint8")),
                      decoded(Image(data=bytes(LARGE)))):
            where = address(image.data)
            first, second = _ranvier.copy(image), _ranvier.copy(image)
            third = _ranvier.copy(second)
            self.assertEqual({address(one.data) for one in (image, first, second, third)}, {where})

    def test_each_copy_is_changed_by_itself(self):
        for change in (lambda data: data.__setitem__(0, 9), lambda data: data.reverse(),
                       lambda data: data.append(9), lambda data: data.__delitem__(0),
                       lambda data: numpy.frombuffer(data, "uint8").__setitem__(0, 9)):
            for at in range(3):
                image = self.image(array.array("B", b"\1" + bytes(LARGE - 1)))
                images = [image, _ranvier.copy(image)]
                images.append(_ranvier.copy(images[1]))
                change(images[at].data)
                changed = [one.data != array.array("B", b"\1" + bytes(LARGE - 1)) for one in images]
                self.assertEqual(changed, [one == at for one in range(3)])
                self.assertEqual(_ranvier.copy(images[at]), images[at])

    def test_who_alone_is_left_writes_where_the_numbers_lie(self):
        for make in (lambda: self.image(array.array("B", bytes(LARGE))),
                     lambda: Image(data=numpy.zeros(LARGE, dtype="uint8"))):
            image = make()
            where = address(image.data)
            for number in range(3):
                copy = _ranvier.copy(image)
                self.assertEqual(address(copy.data), where)
                del copy
                image.data[0] = number
                self.assertEqual(address(image.data), where)
            copy = _ranvier.copy(image)
            del image
            copy.data[0] = 7
            self.assertEqual((address(copy.data), copy.data[0]), (where, 7))

    def test_what_cannot_be_written_is_copied_before_it_is_changed(self):
        numbers = numpy.zeros(LARGE, dtype="uint8")
        numbers.flags.writeable = False
        for image in (Image(data=bytes(LARGE)), Image(data=numbers)):
            numbers = None
            where = address(image.data)
            image.data[0] = 7
            self.assertNotEqual(address(image.data), where)

    def test_what_grew_or_was_written_is_shared_again(self):
        image = self.image(array.array("B", bytes(LARGE)))
        first = _ranvier.copy(image)
        image.data.append(5)  # of its own now
        second = _ranvier.copy(image)
        self.assertEqual(address(second.data), address(image.data))
        image.data.extend([6] * LARGE)
        self.assertEqual((len(first.data), len(second.data), second.data[-1]),
                         (LARGE, LARGE + 1, 5))
        third = _ranvier.copy(image)
        self.assertEqual((len(third.data), third.data[-1]), (2 * LARGE + 1, 6))

    def test_what_somebody_else_may_change_is_copied(self):
        numbers, parts = numpy.zeros(LARGE, dtype="uint8"), numpy.zeros((2, LARGE), dtype="uint8")
        kept = array.array("B", bytes(LARGE))
        watched = self.image(array.array("B", bytes(LARGE)))
        reference = weakref.ref(watched.data)
        viewed = self.image(array.array("B", bytes(LARGE)))
        view = memoryview(viewed.data)
        written = decoded(Image(data=bytes(LARGE)))
        window = numpy.frombuffer(written.data, dtype="uint8")
        for image, change in ((Image(data=numbers), lambda: numbers.fill(5)),
                              (Image(data=parts[0]), lambda: parts.fill(5)),
                              (self.image(kept), lambda: kept.__setitem__(0, 5)),
                              (watched, lambda: reference().__setitem__(0, 5)),
                              (viewed, lambda: view.__setitem__(0, 5)),
                              (written, lambda: window.__setitem__(0, 5))):
            copy = _ranvier.copy(image)
            change()
            self.assertEqual((image.data[0], copy.data[0]), (5, 0))

    def test_nothing_is_left_of_copies(self):
        class Kept(array.array):
            pass

        kept = Kept("B", bytes(LARGE))
        image = self.image(kept)
        alive = weakref.ref(kept)
        copies = [_ranvier.copy(image) for _ in range(3)]
        del kept, image
        gc.collect()
        self.assertIsNone(alive())
        self.assertEqual(copies[0], copies[2])


class MemoryTest(unittest.TestCase):
    def test_nothing_is_left_of_what_was_converted_or_refused(self):
        messages = [Arrays(), UnboundedSequences(string_values=["a"] * 9), Nested(),
                    WStrings(wstring_value="\u4e2d"), Image(data=numpy.zeros(LARGE, "uint8"))]

        def convert():
            for message in messages:
                coded = _ranvier.serialize(message)
                _ranvier.deserialize(coded, type(message))
                with self.assertRaises(_ranvier.DamagedMessage):
                    _ranvier.deserialize(coded[:len(coded) // 2], type(message))
            for wrong in (lambda: _ranvier.serialize(String(data=5)),
                          lambda: Image(data="text"), lambda: Int8(check_fields=True, data=""),):
                with self.assertRaises((TypeError, AssertionError)):
                    wrong()

        rounds, before = 400, 0
        for _ in range(2):  # the first fills what Python keeps for later
            before = sys.getallocatedblocks()
            for _ in range(rounds):
                convert()
            gc.collect()
        # One block for each round would be a leak.
        self.assertLess(sys.getallocatedblocks() - before, rounds // 2)


class WrongValueTest(unittest.TestCase):
    def refused(self, error, words, message):
        with self.assertRaisesRegex(error, words):
            _ranvier.serialize(message)

    def test_a_value_of_the_wrong_kind_is_a_type_error_that_names_the_field(self):
        for message, wanted in (
                (String(data=5), "must be a str, not 'int'"),
                (String(data=b"x"), "must be a str, not 'bytes'"),
                (Bool(data=1), "must be a bool, not 'int'"),
                (Byte(data=1), "must be bytes, not 'int'"),
                (Int8(data="1"), "must be an int, not 'str'"),
                (Int8(data=1.0), "must be an int, not 'float'"),
                (Float32(data="1"), "must be a float, not 'str'"),
                (Float32(data=None), "must be a float, not 'NoneType'")):
            self.refused(TypeError, f"'data' field of std_msgs/msg/{type(message).__name__} "
                         + wanted, message)
        self.refused(TypeError, "'basic_types_value' field of test_msgs/msg/Nested must be "
                     "test_msgs/msg/BasicTypes, not 'Empty'", Nested(basic_types_value=Empty()))
        self.refused(TypeError, "'string_values' field.*must be a sequence, not 'str'",
                     UnboundedSequences(string_values="abc"))
        self.refused(TypeError, "'string_values' field.*must be a sequence, not 'int'",
                     UnboundedSequences(string_values=5))
        self.refused(TypeError, "'string_values' field.*must be a str, not 'int'",
                     UnboundedSequences(string_values=["a", 5]))

    def test_a_number_out_of_range_is_an_overflow_error(self):
        for message in (Int8(data=128), Int8(data=-129), Int64(data=2 ** 63), UInt64(data=-1),
                        UInt64(data=2 ** 64), Char(data=256)):
            self.refused(OverflowError, r"'data' field.*which cannot hold -?\d+", message)
        for number in (-(2 ** 63), 2 ** 63 - 1):
            self.assertEqual(decoded(Int64(data=number)).data, number)
        self.assertEqual(decoded(UInt64(data=2 ** 64 - 1)).data, 2 ** 64 - 1)

    def test_a_length_that_the_type_does_not_allow_is_a_value_error(self):
        self.refused(ValueError, "'bool_values'.*must have 3 elements; it has 2",
                     Arrays(bool_values=[True, False]))
        self.refused(ValueError, "'float64_values'.*must have 3 elements; it has 4",
                     Arrays(float64_values=numpy.zeros(4)))
        self.refused(ValueError, "'int32_values'.*must have at most 3 elements; it has 4",
                     BoundedSequences(int32_values=[1, 2, 3, 4]))
        self.refused(ValueError, "'bounded_string_value'.*at most 22 bytes in UTF-8; it has 24",
                     Strings(bounded_string_value="ü" * 12))
        self.refused(ValueError, "'data'.*must be one byte; it has 2", Byte(data=b"ab"))
        self.refused(ValueError, "'data'.*no text that can be encoded", String(data="\ud800"))

    def test_what_is_no_message_is_refused(self):
        for value in (None, 5, "x", object(), String):
            with self.assertRaisesRegex(TypeError, "no class of messages"):
                _ranvier.serialize(value)
        with self.assertRaisesRegex(TypeError, "no class of messages"):
            _ranvier.deserialize(HEADER, int)
        with self.assertRaisesRegex(TypeError, "decoded from bytes, not from 'str'"):
            _ranvier.deserialize("text", String)

    def test_a_class_is_described_once(self):
        message = String()
        with self.assertRaisesRegex(TypeError, "is described already"):
            _ranvier.describe(type(message), "std_msgs/msg/String", "", ())
        self.assertEqual(message.data, "")

    def test_a_field_that_was_never_set_is_named(self):
        self.refused(TypeError, "'data' field of std_msgs/msg/String is not set",
                     String.__new__(String))
        with self.assertRaisesRegex(AttributeError, "'data'.*is not set"):
            String.__new__(String).data

    def test_a_list_that_changes_while_it_is_encoded_is_an_error(self):
        strings = []

        class Number:
            def __index__(self):
                strings.clear()
                return 1

        message = UnboundedSequences()
        strings.extend([Number(), Number()])
        message._int32_values = strings
        self.refused(RuntimeError, "'int32_values'.*changed its length", message)

    def test_an_error_of_the_users_own_code_comes_out_with_its_kind(self):
        class Number:
            def __index__(self):
                raise KeyError("mine")

        self.refused(KeyError, "'data' field.*mine", Int8(data=Number()))


unittest.main()
