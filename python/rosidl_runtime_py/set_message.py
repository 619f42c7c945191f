"""Messages from dictionaries, such as those of YAML."""
import array
import functools
import math
import numbers
import re
import struct
from collections.abc import Mapping

from rosidl_parser import definition

from .convert import get_message_slot_types, type_name
from .import_message import import_message_from_namespaced_type

_MOST_SHOWN = 100  # characters of a value in an error


def set_message_fields(msg, values, expand_header_auto=False, expand_time_now=False):
    """Sets the fields that the dictionary names, those of messages within too.

    With the two flags "auto" for a header and "now" for a time are understood: gives a list of
    functions, each of which sets one of those times to the Time message that it is called with.

    A field takes what it can hold without a change of the value: a number of another kind (2.0
    for an integer, 1 for a bool), a number as text ("1e-3"), and as a text a number as it was
    written (its `written`, else its str()). Raises AttributeError if there is no such field;
    TypeError or ValueError, which name field, type and value, if it cannot hold the value. The
    fields before it are set then.
    """
    setting = _Setting(expand_header_auto, expand_time_now)
    setting.set_fields(msg, values, "")
    return setting.setters


class _Setting:
    """One call of set_message_fields(): its arguments, and the functions that it gives."""

    def __init__(self, header, now):
        self._header = header
        self._now = now
        self.setters = []

    def set_fields(self, msg, values, path):
        """`path`: what the message is reached by, with a dot behind it; empty for the whole."""
        if not hasattr(values, "items"):
            of = f" of the field '{path[:-1]}'" if path else ""
            raise TypeError(f"Value '{str(values)[:_MOST_SHOWN]}'{of} is expected to be a dictionary but is a "
                            f"{type(values).__name__}")
        types = get_message_slot_types(msg)
        for name, value in values.items():
            if name not in types:
                raise AttributeError(f"'{type(msg).__name__}' object has no attribute '{name}'")
            field = getattr(msg, name)
            if self._header and value == "auto" and _is(field, "std_msgs.msg._header", "Header"):
                self.setters.append(functools.partial(setattr, field, "stamp"))
            elif self._now and value == "now" and _is(field, "builtin_interfaces.msg._time",
                                                      "Time"):
                self.setters.append(functools.partial(setattr, msg, name))
            else:
                setattr(msg, name, self._converted(field, value, types[name], path + name))

    def _converted(self, field, value, type_, path):
        """The value as the field has it now: a message, an array of the same kind, a number."""
        if not isinstance(type_, definition.AbstractNestedType):
            return self._one(value, type_, path)
        _check_length(value, type_, path)
        if isinstance(field, array.array):
            alike = (value if field.typecode == getattr(value, "typecode", None) or (
                field.typecode == "B" and isinstance(value, (bytes, bytearray))) else None)
            return array.array(field.typecode, self._elements(value, type_, path)
                               if alike is None else alike)
        if hasattr(field, "dtype"):
            import numpy
            alike = value if field.dtype == getattr(value, "dtype", None) else None
            return numpy.array(self._elements(value, type_, path) if alike is None else alike,
                               dtype=field.dtype)
        return self._elements(value, type_, path)

    def _elements(self, values, type_, path):
        return [self._one(one, type_.value_type, path, at) for at, one in enumerate(values)]

    def _one(self, value, type_, path, at=None):
        if not isinstance(type_, definition.NamespacedType):
            return _scalar(value, type_, path, at)
        path = _place(path, at)
        make = import_message_from_namespaced_type(type_)
        if isinstance(value, make):
            return value
        made = make()
        self.set_fields(made, value, path + ".")
        return made


def _is(field, module, name):
    return (type(field).__module__, type(field).__name__) == (module, name)


def _check_length(value, type_, path):
    """Raises for what is no sequence, and for one that is too long, or too short for an array."""
    if isinstance(value, (str, Mapping)) or not hasattr(value, "__len__") or not hasattr(
            value, "__iter__"):
        raise TypeError(f"The field '{path}' takes a list of '{type_name(type_.value_type)}', not "
                        f"{_shown(value)}")
    count = len(value)
    if isinstance(type_, definition.Array) and count != type_.size:
        raise ValueError(f"The field '{path}' takes {type_.size} values of "
                         f"'{type_name(type_.value_type)}', not {count}")
    if isinstance(type_, definition.BoundedSequence) and count > type_.maximum_size:
        raise ValueError(f"The field '{path}' takes at most {type_.maximum_size} values of "
                         f"'{type_name(type_.value_type)}', not {count}")


def _place(path, at):
    return path if at is None else f"{path}[{at}]"


def _scalar(value, type_, path, at):
    """The value as the type has it. ValueError, with all three, if that would be another value."""
    text = isinstance(type_, definition.AbstractGenericString)
    held, remedy = _text(value, type_) if text else _CONVERTERS[type_.typename](value)
    if held is None:
        kind = next((one for one in (bool, int, float) if isinstance(value, one)), type(value))
        raise ValueError(f"The field '{_place(path, at)}' of type '{type_name(type_)}' cannot hold "
                         f"{_shown(value)} ({kind.__name__}). {remedy}")
    return held


def _shown(value):
    """A value for an error: its beginning, if it is long."""
    text = _written(value) or repr(value)
    return text if len(text) <= _MOST_SHOWN else f"{text[:_MOST_SHOWN]}..."


def _written(value):
    """A number as its YAML has it, where that is known; else an empty text."""
    return getattr(value, "written", "")


def _text(value, type_):
    """None: what is no text and no number; a bool is "yes" or "on" as often as "true"."""
    if isinstance(value, numbers.Real) and not isinstance(value, bool):
        value = _written(value) or str(value)
    if not isinstance(value, str):
        return None, "Quote what is meant as a text."
    if not type_.has_maximum_size():
        return value, ""
    code, width, unit = (("utf-16-le", 2, "units in UTF-16") if isinstance(
        type_, definition.AbstractWString) else ("utf-8", 1, "bytes in UTF-8"))
    size = len(value.encode(code, "surrogatepass")) // width
    return (value if size <= type_.maximum_size else None,
            f"It takes at most {type_.maximum_size} {unit}, and this has {size}.")


def _number(value):
    """A number, also one that is written as a text; None for others, and for a bool."""
    if isinstance(value, numbers.Real) and not isinstance(value, bool):
        return value
    for kind in (int, float) if isinstance(value, str) else ():
        try:
            return kind(value)
        except ValueError:
            continue
    return None


def _bool(value):
    remedy = "Give true or false, without quotes."
    if isinstance(value, bool) or _is(value, "numpy", "bool_") or _is(value, "numpy", "bool"):
        return bool(value), remedy
    number = isinstance(value, numbers.Real) and value in (0, 1)
    return bool(value) if number else None, remedy


def _integer(low, high, value):
    number = _number(value)
    whole = number is not None and number == number and number // 1 == number and (
        low <= number <= high)
    return int(number) if whole else None, f"Give a whole number from {low} to {high}."


def _float(code, value):
    remedy = "Give a number, .inf or .nan."
    number = _number(value)
    if number is None:
        return None, remedy
    written = value if isinstance(value, str) else _written(value)
    try:
        number = float(number)
        struct.pack(code, number)  # an infinity passes: it must be meant, not be too many digits
        beyond = math.isinf(number) and re.search(r"\d", written)
    except OverflowError:
        beyond = True
    if beyond:
        return None, f"It is beyond the largest number of {8 * struct.calcsize(code)} bits."
    return number, remedy


def _octet(value):
    """A byte, which YAML has as a number or as the text that message_to_yaml() makes of it."""
    remedy = "Give a number from 0 to 255, or one character."
    if isinstance(value, str) and len(value) == 1 and ord(value) < 256:
        return value.encode("latin-1"), remedy
    if isinstance(value, (bytes, bytearray)):
        return bytes(value) if len(value) == 1 else None, remedy
    number, _ = (None, "") if isinstance(value, str) else _integer(0, 255, value)
    return None if number is None else bytes([number]), remedy


def _character(value):
    one = isinstance(value, str) and len(value) == 1
    return value if one else None, "Give one character."


_CONVERTERS = {
    "boolean": _bool, "octet": _octet, "char": _character,
    "float": functools.partial(_float, "<f"), "double": functools.partial(_float, "<d")}
for _bits in (8, 16, 32, 64):
    _CONVERTERS[f"int{_bits}"] = functools.partial(
        _integer, -2 ** (_bits - 1), 2 ** (_bits - 1) - 1)
    _CONVERTERS[f"uint{_bits}"] = functools.partial(_integer, 0, 2 ** _bits - 1)
