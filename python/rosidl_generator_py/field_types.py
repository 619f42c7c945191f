"""What the tuple that declares a field says in words.

A declaration is (name, scalar, repeat, capacity, bound of a string[, default]), where `scalar`
is a name of .msg files or the full name of a message, and `repeat` is none, array, bounded or
sequence.
"""

# The names of IDL, which ROS 2's messages show.
IDL_NAMES = {"bool": "boolean", "byte": "octet", "float32": "float", "float64": "double"}
# Numbers in bulk: the letters of array.array.
TYPECODES = {"int8": "b", "uint8": "B", "int16": "h", "uint16": "H", "int32": "i", "uint32": "I",
             "int64": "q", "uint64": "Q", "float32": "f", "float64": "d"}
NUMBERS = frozenset(TYPECODES)


def text(declared):
    """As in get_fields_and_field_types(): "sequence<geometry_msgs/Point, 3>"."""
    _, scalar, repeat, capacity, bound = declared[:5]
    if "/" in scalar:
        package, _, name = scalar.split("/")
        element = f"{package}/{name}"
    else:
        element = IDL_NAMES.get(scalar, scalar) + (f"<{bound}>" if bound else "")
    if repeat == "array":
        return f"{element}[{capacity}]"
    if repeat == "none":
        return element
    return f"sequence<{element}, {capacity}>" if repeat == "bounded" else f"sequence<{element}>"


def is_number_sequence(declared):
    """Whether it is held as an array.array."""
    return declared[1] in NUMBERS and declared[2] in ("bounded", "sequence")


def held(declared, value):
    """A list of a field's values as it holds them: an object of its own."""
    if declared[1] not in NUMBERS or declared[2] == "none":
        return list(value) if isinstance(value, list) else value
    if declared[2] == "array":
        import numpy
        return numpy.array(value, dtype=declared[1])
    import array
    return array.array(TYPECODES[declared[1]], value)
