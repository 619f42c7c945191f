"""rosbags as the judge of our messages: its own types, and its CDR for all of ours.

rosbags knows no services, actions and some packages; its codec is then given
our field lists, so that the bytes of every type have a judge that is not us.
"""
import random
import struct

import numpy
from rosbags.interfaces import Nodetype
from rosbags.typesys import Stores, get_typestore

INTEGERS = {"byte": 8, "char": 8, "int8": 8, "uint8": 8, "int16": 16, "uint16": 16, "int32": 32,
            "uint32": 32, "int64": 64, "uint64": 64}
FLOATS = {"float32": "<f", "float64": "<d"}
LATER_THAN_THE_LIST = ("nav_msgs/msg/Goals",)  # common_interfaces 5.3.6


def jazzy():
    """The types that rosbags ships, as it ships them. A message that a later release of
    Jazzy brought is in its list of Kilted alone, with the same definition."""
    store, later = get_typestore(Stores.ROS2_JAZZY), get_typestore(Stores.ROS2_KILTED)
    for name in LATER_THAN_THE_LIST:
        store.fielddefs[name] = later.fielddefs[name]
    return store


def char_as_uint8(description):
    """A field's description as ROS 2 hashes it: .msg files become IDL first, in
    which `char` is uint8. rosbags gives it an id of its own, unlike the hashes
    that installed systems print (published_hashes.txt)."""
    if description == ("char", 0):
        return ("uint8", 0)
    return tuple(map(char_as_uint8, description)) if isinstance(description, tuple) else description


def fields_of(message):
    """Our message in the form in which rosbags holds definitions."""
    return [], [(field.name, _description(field.type)) for field in message.fields]


def _description(type_):
    one = ((Nodetype.NAME, type_.scalar) if type_.nested
           else (Nodetype.BASE, (type_.scalar, type_.string_bound)))
    if type_.repeat == "none":
        return one
    return (Nodetype.ARRAY if type_.repeat == "array" else Nodetype.SEQUENCE,
            (one, type_.capacity))


def store_of(messages):
    """A store that holds all of ours that rosbags can code (it has no wstring)."""
    store = get_typestore(Stores.EMPTY)
    store.register({name: fields_of(message) for name, message in messages.items()})
    return store


def has_wstring(name, messages) -> bool:
    return any(field.type.scalar == "wstring"
               or field.type.nested and has_wstring(field.type.scalar, messages)
               for field in messages[name].fields)


class Maker:
    """Random messages of rosbags' classes, from a seed."""

    def __init__(self, store, messages, seed):
        self._store, self._messages, self._random = store, messages, random.Random(seed)

    def message(self, name):
        values = [self._value(field.type) for field in self._messages[name].fields]
        return self._store.types[name](*values)

    def _value(self, type_):
        if type_.repeat == "none":
            return self._one(type_)
        count = type_.capacity
        if type_.repeat != "array":
            count = self._random.randrange(min(count or 4, 4) + 1)
        values = [self._one(type_) for _ in range(count)]
        if type_.nested or type_.is_string:
            return values
        return numpy.array(values, dtype={"byte": "int8", "char": "uint8"}.get(type_.scalar,
                                                                              type_.scalar))

    def _one(self, type_):
        if type_.nested:
            return self.message(type_.scalar)
        if type_.is_string:
            size = self._random.randrange(min(type_.string_bound or 12, 12) + 1)
            return "".join(chr(self._random.randrange(1, 128)) for _ in range(size))
        if type_.scalar == "bool":
            return bool(self._random.randrange(2))
        if type_.scalar in FLOATS:
            form = FLOATS[type_.scalar]  # rounded to what the type can hold
            return struct.unpack(form, struct.pack(form, self._random.uniform(-1e9, 1e9)))[0]
        bits = INTEGERS[type_.scalar]
        signed = type_.scalar.startswith("i") or type_.scalar == "byte"
        return self._random.randrange(2 ** bits) - (2 ** (bits - 1) if signed else 0)


def values_of(message, name, messages):
    """The message in the form in which cdr_bridge prints its own."""
    return [printed(getattr(message, field.name), field.type, messages)
            for field in messages[name].fields]


def printed(value, type_, messages):
    """A value of a member in that form."""
    if type_.repeat != "none":
        return [printed(one, type_.element, messages) for one in value]
    if type_.nested:
        return values_of(value, type_.scalar, messages)
    if type_.is_string:
        coded = value.encode("utf-16-le" if type_.scalar == "wstring" else "utf-8")
        return type_.scalar[0] + coded.hex()
    if type_.scalar in FLOATS:
        size, letter = (4, "f") if type_.scalar == "float32" else (8, "d")
        return letter + str(int.from_bytes(struct.pack(FLOATS[type_.scalar], value), "little"))
    return int(value) & 0xFF if type_.scalar == "byte" else int(value)
