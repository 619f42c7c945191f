"""Messages from dictionaries, such as those of YAML."""
import array
import functools

from rosidl_parser import definition

from .convert import get_message_slot_types
from .import_message import import_message_from_namespaced_type

OCTET = definition.BasicType("octet")


def set_message_fields(msg, values, expand_header_auto=False, expand_time_now=False):
    """Sets the fields that the dictionary names, those of messages within too.

    With the two flags "auto" for a header and "now" for a time are understood: gives a list of
    functions, each of which sets one of those times to the Time message that it is called with.

    Raises AttributeError if there is no such field, TypeError or ValueError if it cannot hold the
    value.
    """
    setters = []
    _set_fields(msg, values, expand_header_auto, expand_time_now, setters)
    return setters


def _set_fields(msg, values, header, now, setters):
    if not hasattr(values, "items"):
        raise TypeError(f"Value '{values}' is expected to be a dictionary but is a "
                        f"{type(values).__name__}")
    types = get_message_slot_types(msg)
    for name, value in values.items():
        field = getattr(msg, name)  # AttributeError, if there is none
        if header and value == "auto" and _is(field, "std_msgs.msg._header", "Header"):
            setters.append(functools.partial(setattr, field, "stamp"))
        elif now and value == "now" and _is(field, "builtin_interfaces.msg._time", "Time"):
            setters.append(functools.partial(setattr, msg, name))
        else:
            setattr(msg, name, _converted(field, value, types[name], header, now, setters))


def _is(field, module, name):
    return (type(field).__module__, type(field).__name__) == (module, name)


def _converted(field, value, type_, header, now, setters):
    """The value as the field has it now: a message, an array of the same kind, a number."""
    if isinstance(type_, definition.AbstractNestedType):
        if isinstance(type_.value_type, definition.NamespacedType):
            make = import_message_from_namespaced_type(type_.value_type)
            return [_message(make, one, header, now, setters) for one in value]
        if type_.value_type == OCTET:
            return [_octet(one) for one in value]
    if type_ == OCTET:
        return _octet(value)
    if isinstance(type_, definition.NamespacedType):
        return _message(type(field), value, header, now, setters)
    if isinstance(field, array.array):
        return array.array(field.typecode, value)
    if hasattr(field, "dtype"):
        import numpy
        return numpy.array(value, dtype=field.dtype)
    return value if type(value) is type(field) else type(field)(value)


def _octet(value):
    """A byte, which YAML has as a number or as the text that message_to_yaml() makes of it."""
    if isinstance(value, int):
        return bytes([value])
    return value.encode("latin-1") if isinstance(value, str) else bytes(value)


def _message(make, value, header, now, setters):
    if isinstance(value, make):
        return value
    made = make()
    _set_fields(made, value, header, now, setters)
    return made
