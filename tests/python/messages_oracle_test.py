"""Every message of ours, made in Python, against rosbags: byte for byte, in both byte orders.

    PYTHONPATH=... messages_oracle_test.py [unittest arguments]
"""
import os
import random
import unittest

import _ranvier
import bridge
import rosbags_oracle as oracle
from rosidl_generator_py.lazy import find_class

SAMPLES = int(os.environ.get("RANVIER_SAMPLES", "6"))
SEED = int(os.environ.get("RANVIER_TEST_SEED", "0")) or random.randrange(2 ** 32)
MESSAGES = bridge.messages()


class Maker(oracle.Maker):
    """Gives the byte of a message without fields its value."""

    def message(self, name):
        if MESSAGES[name].is_empty:
            return self._store.types[name](0)
        return super().message(name)


def ours(message, name):
    """Our message with the values of one of rosbags'."""
    fields = MESSAGES[name].fields
    if MESSAGES[name].is_empty:
        return find_class(name)()
    return find_class(name)(**{field.name: value(getattr(message, field.name), field.type)
                               for field in fields})


def value(theirs, type_):
    """As a user gives it: numbers in bulk as numpy has them, one by one as Python has them."""
    if type_.repeat != "none":
        if type_.nested or type_.is_string or type_.scalar in ("byte", "bool"):
            return [value(one, type_.element) for one in theirs]
        return theirs
    if type_.nested:
        return ours(theirs, type_.scalar)
    if type_.scalar == "byte":
        return bytes([int(theirs) & 0xFF])
    return bool(theirs) if type_.scalar == "bool" else theirs


class OracleTest(unittest.TestCase):
    def test_every_message_is_encoded_and_decoded_as_rosbags_does(self):
        names = [name for name in MESSAGES if not oracle.has_wstring(name, MESSAGES)]
        store = oracle.store_of({name: MESSAGES[name] for name in names})
        maker = Maker(store, MESSAGES, SEED)
        self.assertGreater(len(names), 250)
        for name in names:
            for _ in range(SAMPLES):
                with self.subTest(name, seed=SEED):
                    self.compare(store, maker.message(name), name)

    def compare(self, store, theirs, name):
        little = bytes(store.serialize_cdr(theirs, name, little_endian=True))
        big = bytes(store.serialize_cdr(theirs, name, little_endian=False))
        mine = ours(theirs, name)
        self.assertEqual(_ranvier.serialize(mine), little)
        for received in (little, big):
            again = _ranvier.deserialize(received, type(mine))
            self.assertEqual(again, mine)
            self.assertEqual(_ranvier.serialize(again), little)

    def test_every_hash_is_the_one_that_the_generator_made(self):
        library, definitions = bridge.definitions()
        from ranvier_rosidl import type_hash
        for one in definitions:
            for message in getattr(one, "messages", (one,)):
                with self.subTest(message.name):
                    self.assertEqual(_ranvier.type_hash(find_class(message.name)),
                                     type_hash.hash_of(message, library))


unittest.main()
