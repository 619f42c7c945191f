"""What is asserted of an assigned value where fields are checked (ROS_PYTHON_CHECK_FIELDS=1).

The words are those of ROS 2, which tests of users compare.
"""
import math
from array import array
from collections import UserList, UserString
from collections.abc import ByteString, Sequence, Set

from .field_types import NUMBERS, TYPECODES
from .lazy import find_class

KINDS = {"bool": bool, "byte": bytes, "char": str, "string": str, "wstring": str,
         "float32": float, "float64": float}
LARGEST = {"float32": 3.402823466e+38, "float64": 1.7976931348623157e+308}
FLOATS = {"float32": "float", "float64": "double"}


def check(message_class, name, value):
    """Raises AssertionError if the field cannot hold the value."""
    declared = next(one for base in message_class.__mro__
                    for one in base.__dict__.get("_declared_fields", ()) if one[0] == name)
    wrong = _fault(value, *declared[1:5])
    if wrong:
        raise AssertionError(f"The '{name}' {wrong}")


def _fault(value, scalar, repeat, capacity, bound):
    if repeat == "none":
        return _scalar_fault(value, scalar, bound)
    if scalar in NUMBERS:
        if repeat == "array" and type(value).__module__ == "numpy" and hasattr(value, "dtype"):
            return _numpy_fault(value, scalar, capacity)
        if repeat != "array" and isinstance(value, array):
            return _array_fault(value, scalar, capacity)
    return _sequence_fault(value, scalar, repeat, capacity, bound)


def _numpy_fault(value, scalar, capacity):
    if value.dtype != scalar:
        return f"numpy.ndarray() must have the dtype of 'numpy.{scalar}'"
    if value.size != capacity:
        return f"numpy.ndarray() must have a size of {capacity}"
    return None


def _array_fault(value, scalar, capacity):
    if value.typecode != TYPECODES[scalar]:
        return f"array.array() must have the type code of '{TYPECODES[scalar]}'"
    if capacity and len(value) > capacity:
        return f"array.array() must have a size <= {capacity}"
    return None


def _kind(scalar):
    if "/" in scalar:
        return find_class(scalar)
    return KINDS.get(scalar, int)


def _bounds(scalar):
    """(lowest, highest, "an integer" or "an unsigned integer") of an integer type."""
    bits = int(scalar.lstrip("uint"))
    if scalar[0] == "u":
        return 0, 2 ** bits - 1, "an unsigned integer"
    return -2 ** (bits - 1), 2 ** (bits - 1) - 1, "an integer"


def _fits(number, scalar):
    if scalar in LARGEST:
        return not abs(number) > LARGEST[scalar] or math.isinf(number)
    low, high, _ = _bounds(scalar)
    return low <= number <= high


def _scalar_fault(value, scalar, bound):
    if "/" in scalar:
        name = scalar.rpartition("/")[2]
        right = isinstance(value, find_class(scalar))
        return None if right else f"field must be a sub message of type '{name}'"
    if scalar == "byte":
        right = isinstance(value, (bytes, ByteString)) and len(value) == 1
        return None if right else "field must be of type 'bytes' or 'ByteString' with length 1"
    if scalar == "char":
        right = isinstance(value, (str, UserString)) and len(value) == 1 and ord(value) < 128
        return None if right else ("field must be of type 'str' or 'UserString' "
                                   "with length 1 and the character ord() in [-128, 127]")
    if bound:
        right = isinstance(value, (str, UserString)) and len(value) <= bound
        return None if right else f"field must be string value not longer than {bound}"
    if not isinstance(value, _kind(scalar)):
        return f"field must be of type '{_kind(scalar).__name__}'"
    if scalar not in NUMBERS or _fits(value, scalar):
        return None
    if scalar in LARGEST:
        most = LARGEST[scalar]
        return f"field must be a {FLOATS[scalar]} in [{-most}, {most}]"
    low, high, what = _bounds(scalar)
    return f"field must be {what} in [{low}, {high}]"


def _sequence_fault(value, scalar, repeat, capacity, bound):
    right = isinstance(value, (Sequence, Set, UserList)) and not isinstance(
        value, (str, UserString))
    right = right and (not bound or all(len(one) <= bound for one in value))
    if repeat == "array":
        right = right and len(value) == capacity
    elif repeat == "bounded":
        right = right and len(value) <= capacity
    right = right and all(isinstance(one, _kind(scalar)) for one in value)
    if right and scalar in NUMBERS:
        right = all(_fits(one, scalar) for one in value)
    if right and scalar == "char":
        right = all(ord(one) < 256 for one in value)
    return None if right else "field must be " + _sequence_words(scalar, repeat, capacity, bound)


def _sequence_words(scalar, repeat, capacity, bound):
    words = ["a set or sequence"]
    if repeat == "array":
        words.append(f"with length {capacity}")
    elif repeat == "bounded":
        words.append(f"with length <= {capacity}")
    if bound:
        words.append(f"and each string value not longer than {bound}")
    words.append(f"and each value of type '{_kind(scalar).__name__}'")
    if scalar == "char":
        words.append("and each char in [0, 255]")
    elif scalar in LARGEST:
        words.append(f"and each {FLOATS[scalar]} in "
                     f"[{-LARGEST[scalar]:f}, {LARGEST[scalar]:f}]")
    elif scalar in NUMBERS:
        low, high, what = _bounds(scalar)
        words.append(f"and each {what.partition(' ')[2]} in [{low}, {high}]")
    return " ".join(words)
