"""Prints what the classes of messages of some packages are, as JSON; runs on any ROS 2.

    print_messages.py PACKAGE...
"""
import array
import importlib
import json
import sys

import numpy

VALUES = [True, 1, -1, 300, 70000, 2 ** 40, 1.5, 1e39, "x", "a long text of more than 22", b"\x05",
          b"ab", None, [], [1], [1, 2, 3], [1, 2, 3, 4], [300, 2, 3], [True, False, True],
          [1.5, 2.5, 3.5], ["a", "b", "c"], [b"a", b"b", b"c"], [None, None, None], {1, 2, 3},
          array.array("B", [1, 2, 3]), array.array("d", [1, 2, 3]), array.array("d", [1] * 9),
          numpy.zeros(3), numpy.zeros(9), numpy.zeros(3, dtype="uint8"), numpy.zeros(4, "int32")]


def slot_type(type_):
    slots = [getattr(base, "__slots__", ()) for base in type(type_).__mro__]
    names = [name for one in slots for name in ([one] if isinstance(one, str) else one)]
    told = {name: getattr(type_, name) for name in names}
    return [type(type_).__name__, {
        name: slot_type(value) if name == "value_type" else value for name, value in told.items()}]


def text(value):
    return [type(value).__name__, repr(value)]


def constants(one):
    meta = type(one)
    named = getattr(one, f"_{meta.__name__}__constants", {})
    names = [*named, *(name for name in dir(one) if name.endswith("__DEFAULT"))]
    return {name: text(getattr(one, name)) for name in names}


def attempt(work):
    """What it gives, or raises; an assertion with its words, which users compare."""
    try:
        return work()
    except (AssertionError, NotImplementedError) as error:
        return [type(error).__name__, str(error)]
    except Exception as error:
        return type(error).__name__


def assigned(one, field):
    """What each value is kept as, or that it is refused."""
    message = one()

    def keep(value):
        setattr(message, field, value)
        return text(getattr(message, field))
    return [attempt(lambda: keep(value)) for value in VALUES]


def checked(one, field):
    message = one(check_fields=True)
    return [attempt(lambda: setattr(message, field, value)) for value in VALUES]


def message(one):
    fields = one.get_fields_and_field_types()
    return {
        "names": [one.__name__, one.__module__, one.__doc__, type(one).__name__],
        "fields": [fields, list(one.__slots__)],
        "slot_types": [slot_type(type_) for type_ in one.SLOT_TYPES],
        "constants": constants(one),
        "repr": repr(one()),
        "assigned": {field: assigned(one, field) for field in fields},
        "checks": {field: checked(one, field) for field in fields}}


def told(one):
    if hasattr(one, "get_fields_and_field_types"):
        return message(one)
    return {"names": [one.__name__, one.__module__, type(one).__name__],
            "repr": attempt(one),
            "fields": [getattr(one, part).__name__ for part in
                       ("Request", "Response", "Event", "Goal", "Result", "Feedback")
                       if hasattr(one, part)]}


def main():
    found = {"numpy": numpy.__version__}
    for package in sys.argv[1:]:
        for folder in ("msg", "srv", "action"):
            try:
                module = importlib.import_module(f"{package}.{folder}")
            except ImportError:
                continue
            names = [name for name in dir(module) if name[0].isupper()]
            for name in names:
                found[f"{package}/{folder}/{name}"] = told(getattr(module, name))
    json.dump(found, sys.stdout)


main()
