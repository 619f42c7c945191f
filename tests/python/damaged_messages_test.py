"""Bytes that are no message, and values that no field takes: an error, whatever they are.

    PYTHONPATH=... damaged_messages_test.py [unittest arguments]

RANVIER_FUZZ_ROUNDS sets the rounds, RANVIER_TEST_SEED repeats a run.
"""
import array
import os
import random
import unittest

import _ranvier
import bridge
import numpy
import rosbags_oracle as oracle
from rosidl_generator_py.lazy import find_class

ROUNDS = int(os.environ.get("RANVIER_FUZZ_ROUNDS", "60"))
SEED = int(os.environ.get("RANVIER_TEST_SEED", "0")) or random.randrange(2 ** 32)
MESSAGES = bridge.messages()
HEADER = b"\x00\x01\x00\x00"
VALUES = (None, True, -1, 2 ** 70, 1.5, float("nan"), "", "\ud800", "x" * 300, b"", b"\xff", [],
          [None], [1], ["a"], [1] * 5000, (), {}, {1}, object(), int, range(3), bytes(5000),
          bytearray(8), memoryview(b"12345678"))


def kinds():
    """One class of each kind of fields there is, and a few that users send most."""
    return [find_class(name) for name in (
        "test_msgs/msg/Arrays", "test_msgs/msg/BasicTypes", "test_msgs/msg/BoundedSequences",
        "test_msgs/msg/MultiNested", "test_msgs/msg/Strings", "test_msgs/msg/UnboundedSequences",
        "test_msgs/msg/WStrings", "sensor_msgs/msg/Image", "sensor_msgs/msg/PointCloud2",
        "test_msgs/action/NestedMessage_SendGoal_Event", "rcl_interfaces/msg/ParameterEvent")]


def form(value):
    """All that a value shows: its class, and the numbers, texts and messages in it."""
    if isinstance(value, _ranvier.MessageBase):
        names = value.get_fields_and_field_types()
        return type(value), [form(getattr(value, name)) for name in names]
    if isinstance(value, list):
        return [form(one) for one in value]
    if isinstance(value, (array.array, numpy.ndarray)):
        kind = value.dtype if isinstance(value, numpy.ndarray) else value.typecode
        return value.__class__, str(kind), value.tobytes()
    return type(value), repr(value)


def outcome(function, message):
    """What it gives, or the words of what it raises."""
    try:
        return function(message)
    except (TypeError, ValueError, OverflowError) as error:
        return type(error), str(error)


class DamagedTest(unittest.TestCase):
    def setUp(self):
        self.random = random.Random(SEED)

    def encoded(self):
        """A message of each class, as rosbags makes and encodes it."""
        names = [name for name in MESSAGES if not oracle.has_wstring(name, MESSAGES)]
        store = oracle.store_of({name: MESSAGES[name] for name in names})
        maker = oracle.Maker(store, MESSAGES, SEED)
        for name in names:
            yield find_class(name), bytes(store.serialize_cdr(maker.message(name), name))

    def read(self, coded, one):
        """A message, or DamagedMessage and no other error."""
        try:
            message = _ranvier.deserialize(coded, one)
        except _ranvier.DamagedMessage as error:
            self.assertIn("are no message of type", str(error))
            return None
        self.assertIsInstance(message, one)
        sent = _ranvier.serialize(message)  # what was read can be sent
        if self.random.random() < 0.1:  # ... and is the same to who gets it as an object
            self.assertEqual(form(_ranvier.copy(message)), form(_ranvier.deserialize(sent, one)))
        return message

    def test_every_message_that_ends_too_early_is_damaged(self):
        for one, coded in self.encoded():
            for size in {0, 3, 4, len(coded) - 1, self.random.randrange(len(coded))}:
                with self.subTest(one.__name__, size=size, seed=SEED):
                    self.assertIsNone(self.read(coded[:size], one))

    def test_bytes_that_were_changed_are_read_or_refused(self):
        for one, coded in self.encoded():
            for _ in range(ROUNDS // 10):
                self.read_changed(one, coded)

    def test_bytes_of_the_kinds_of_fields_are_read_or_refused(self):
        for one in kinds():
            coded = _ranvier.serialize(one())
            for _ in range(ROUNDS * 20):
                self.read_changed(one, coded)

    def read_changed(self, one, coded):
        changed = bytearray(coded)
        for _ in range(self.random.randrange(1, 5)):
            at = self.random.randrange(len(changed))
            changed[at] = self.random.choice((0, 1, 0x7F, 0x80, 0xFF, self.random.randrange(256)))
        cut = self.random.randrange(len(changed) + 1) if self.random.random() < 0.2 else None
        with self.subTest(one.__name__, bytes=bytes(changed[:cut]).hex(), seed=SEED):
            # A copy of its own size: a read beyond it is one that AddressSanitizer sees.
            self.read(bytes(changed[:cut]), one)

    def test_a_length_beyond_the_end_takes_no_memory(self):
        for one in kinds():
            with self.subTest(one.__name__):
                self.read(HEADER + b"\xff" * 64, one)
                self.read(b"\x00\x00\x00\x00" + b"\x7f" * 4096, one)

    def test_every_other_header_is_refused_by_the_name_of_the_type(self):
        for header in (b"", b"\0", b"\x00\x01\x00", b"\x00\x02\x00\x00", b"\x00\x03\x00\x00",
                       b"\x01\x00\x00\x00", b"\x00\x0b\x00\x00"):
            with self.assertRaisesRegex(_ranvier.DamagedMessage, "std_msgs/msg/String.*header"):
                _ranvier.deserialize(header, find_class("std_msgs/msg/String"))


class WrongValuesTest(unittest.TestCase):
    def test_every_value_in_every_field_is_sent_or_refused(self):
        for one in kinds():
            for field in one.get_fields_and_field_types():
                for value in VALUES:
                    with self.subTest(one.__name__, field=field, value=repr(value)[:40]):
                        self.send(one, field, value)
                        self.send_raw(one, field, value)

    def send(self, one, field, value):
        message = one()
        try:
            setattr(message, field, value)
        except (TypeError, ValueError, OverflowError) as error:
            self.assertIn(f"'{field}' field of ", str(error))
        else:
            self.check(message, f"'{field}' field of ")

    def send_raw(self, one, field, value):
        """Past the conversion of an assignment, into the slot."""
        message = one()
        setattr(message, f"_{field}", value)
        self.check(message, "field of ")

    def check(self, message, words):
        """What is sent as bytes is sent as an object; it is refused with the same words."""
        sent, copy = outcome(_ranvier.serialize, message), outcome(_ranvier.copy, message)
        if isinstance(sent, bytes):
            self.assertEqual(form(copy), form(_ranvier.deserialize(sent, type(message))))
        else:
            self.assertIn(words, sent[1])
            self.assertEqual(copy, sent)


unittest.main()
