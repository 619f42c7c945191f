"""Sequences of numbers of messages, short and long: what a program does with an array.array."""
import array
import bisect
import collections.abc
import copy
import io
import json
import pickle
import random
import struct
import weakref

import numpy
import rclpy
from nav_msgs.msg import OccupancyGrid
from rclpy.serialization import deserialize_message, serialize_message
from sensor_msgs.msg import Image, LaserScan
from std_msgs.msg import Int64MultiArray
from support import show
from test_msgs.msg import UnboundedSequences

LENGTHS = (0, 5, 1023, 1024, 1081, 5000)  # of four bytes: from 1024 on nothing is copied


def received(message):
    return deserialize_message(serialize_message(message), type(message))


def scan(length):
    return received(LaserScan(ranges=[float(i % 97) for i in range(length)])).ranges


def brief(value):
    """What it is, and enough of it to see that it is right."""
    if isinstance(value, (array.array, list, bytes, str)) and len(value) > 12:
        return type(value).__name__, len(value), list(value[:4]), list(value[-4:])
    return type(value).__name__, value


# What leaves the array as it is.
READS = [
    lambda a: isinstance(a, array.array), lambda a: a.__class__, lambda a: bool(a),
    lambda a: isinstance(a, collections.abc.MutableSequence), lambda a: repr(a), lambda a: str(a),
    lambda a: len(a), lambda a: a[0], lambda a: a[-1], lambda a: a[len(a)], lambda a: type(a[0]),
    lambda a: a[1:3], lambda a: a[::2], lambda a: a[:], lambda a: a["x"], lambda a: a[1.0],
    lambda a: a.index(4.0), lambda a: a.index(3.0, 4), lambda a: a.index(-1.0),
    lambda a: a.count(2.0), lambda a: 2.0 in a, lambda a: "x" in a, lambda a: list(reversed(a)),
    lambda a: min(a), lambda a: sorted(a), lambda a: sum(a), lambda a: a + a, lambda a: a + [1.0],
    lambda a: a + array.array("d", [1]), lambda a: a * 2, lambda a: 2 * a, lambda a: a * 0,
    lambda a: a == array.array("f", a), lambda a: array.array("f", a) == a,
    lambda a: a == array.array("d", a), lambda a: a == list(a), lambda a: list(a) == a,
    lambda a: a != a[:], lambda a: a < a + a, lambda a: a >= a[1:], lambda a: a == scan(len(a)),
    lambda a: a is None, lambda a: hash(a), lambda a: a.typecode, lambda a: a.itemsize,
    lambda a: a.buffer_info()[1], lambda a: a.tobytes(), lambda a: a.tolist(), lambda a: a.x,
    lambda a: json.dumps(list(a)), lambda a: json.dumps(a), lambda a: type(pickle.loads(
        pickle.dumps(a))), lambda a: [pickle.loads(pickle.dumps(a, one)) == a for one in range(6)],
    lambda a: copy.copy(a), lambda a: copy.deepcopy(a), lambda a: type(copy.deepcopy(a)),
    lambda a: weakref.ref(a)() is a, lambda a: memoryview(a).format,
    lambda a: memoryview(a).readonly, lambda a: numpy.asarray(a).flags.writeable,
    lambda a: memoryview(a).nbytes, lambda a: bytes(a), lambda a: bytearray(a)[:3],
    lambda a: struct.unpack_from("f", a), lambda a: type(a)("f", [1.0]), lambda a: a(1),
    lambda a: b"".join([a, a]), lambda a: io.BytesIO(a).read(3), lambda a: [*a], lambda a: {*a},
    lambda a: numpy.asarray(a).dtype.name, lambda a: float(numpy.asarray(a).sum()),
    lambda a: numpy.array_equal(numpy.frombuffer(a, numpy.float32), numpy.array(a)),
    lambda a: a.fromunicode("x"), lambda a: a.tounicode(), lambda a: bisect.bisect(a, 3.0),
    lambda a: [isinstance(one, array.array) for one in (a + a, a * 2, a[:], a[1:2])],
    lambda a: random.Random(1).choice(a),
]
# What changes it, unless it fails.
CHANGES = [
    "a[0] = 9", "a[-1] = 2.5", "a[len(a)] = 1", "a[1] = 'x'", "a['x'] = 1", "a[1] = None",
    "a[1:3] = array.array('f', [7, 8])", "a[1:3] = array.array('f', [7, 8, 9])", "a[1:3] = a",
    "a[1:3] = [1.0]", "a[::2] = a[::2]", "a[::2] = a", "a[:] = a[::-1]", "del a[0]", "del a[1:3]",
    "del a[::2]", "del a[:]", "a.append(1)", "a.append('x')", "a.append()", "a.append(1, 2)",
    "a.extend([1.0, 2])", "a.extend(a)", "a.extend(array.array('d', [1]))", "a.extend(5)",
    "a.insert(0, 3)", "a.insert(-1, 3)", "a.insert(10 ** 6, 3)", "a.insert('x', 3)", "a.pop()",
    "a.pop(0)", "a.pop(10 ** 6)", "a.remove(2.0)", "a.remove(-5.0)", "a.reverse()", "a.byteswap()",
    "a.frombytes(bytes(8))", "a.frombytes(b'abc')", "a.fromlist([1.5])", "a.fromlist(['x'])",
    "a.fromfile(io.BytesIO(bytes(8)), 2)", "a.fromfile(io.BytesIO(bytes(8)), 3)", "a += a",
    "a += array.array('f', [1])", "a += [1]", "a *= 2", "a *= 0", "a *= 1",
    "random.Random(1).shuffle(a)", "bisect.insort(a, 3.5)", "struct.pack_into('f', a, 0, 4.5)",
    "numpy.ndarray((len(a),), numpy.float32, a)[1] = 6", "io.BytesIO(bytes(4)).readinto(a)",
    "a[0], a[1] = a[1], a[0]", "a.x = 1", "del a.x",
    # A buffer that is out fixes the size, and nothing else.
    "view = memoryview(a); a.append(1)", "view = numpy.asarray(a); del a[0]",
    "view = memoryview(a); a[1:3] = array.array('f', [7])", "view = memoryview(a); a[1] = 5",
    "view = memoryview(a); a.reverse(); view.release(); a.append(1)",
    "memoryview(a)[1] = 5", "numpy.asarray(a)[2:] = 4", "numpy.frombuffer(a, 'float32')[0] = 3",
    "view = numpy.asarray(a); a[1] = 8; a[0] = view[1] + 1",
]


def change(array_, text):
    names = {"a": array_, "array": array, "io": io, "numpy": numpy, "random": random,
             "bisect": bisect, "struct": struct}
    try:
        exec(text, names)
    except Exception as error:
        return type(error).__name__, str(error), brief(names["a"])
    return brief(names["a"])


for length in LENGTHS:
    print("--", length)
    one = scan(length)
    for read in READS:
        show(lambda: brief(read(one)))
    for text in CHANGES:
        print(text, change(scan(length), text))

for length in (100, 4095, 4096, 9000):
    print("-- bytes", length)
    image = received(Image(data=[i % 256 for i in range(length)]))
    show(lambda: image.data[2] | image.data[3] << 8)
    show(lambda: brief(image.data))
    grid = received(OccupancyGrid(data=[100] * length))
    show(lambda: grid.data[2] * 2)
    show(lambda: brief(grid.data))
    long = received(Int64MultiArray(data=[2 ** 62] * length))
    show(lambda: (long.data[0] * 4, type(long.data[0])))
    show(lambda: (image == copy.deepcopy(image), image == pickle.loads(pickle.dumps(image))))
    show(lambda: brief(repr(image)))
    # Two messages do not share, nor do a message and what was assigned.
    other = Image()
    other.data = image.data
    image.data[0] = 200
    show(lambda: (other.data[0], image.data[0], other == image, other.data is image.data))
    other.data[1] = 201
    show(lambda: (other.data[1], image.data[1]))
    own = array.array("B", bytes(length))
    other.data = own
    own[0] = 3
    own.append(1)
    show(lambda: (other.data[0], len(other.data), other.data is own))
    given = bytearray(length)
    other.data = given
    given.append(1)
    show(lambda: brief(other.data))
    for value in (bytes(length), [1] * length, (1,) * length, {1, 2}, range(5),
                  numpy.ones(length, numpy.uint8), numpy.ones(length, numpy.int64),
                  numpy.ones(2 * length, numpy.uint8)[::2], memoryview(bytes(length)),
                  array.array("i", [1] * length)):
        other.data = value
        show(lambda: (isinstance(other.data, array.array), brief(other.data), type(other.data[0])))
        other.data.append(7)
        other.data[0] = 9
        show(lambda: brief(other.data))
    checked = Image(check_fields=True)
    checked.data = image.data
    show(lambda: checked.data is image.data)

# Every kind of element, assigned and received.
ELEMENTS = {"boolean": True, "octet": b"\x07", "string": "x", "float": 1.5, "double": 2.5}
for name, declared in UnboundedSequences.get_fields_and_field_types().items():
    element = declared.partition("<")[2].rstrip(">")
    if not declared.startswith("sequence") or "/" in element:
        continue
    for length in (3, 5000):
        one = UnboundedSequences(**{name: [ELEMENTS.get(element, 7)] * length})
        for message in (one, received(one)):
            value = getattr(message, name)
            show(lambda: (name, value.__class__.__name__, getattr(value, "typecode", None),
                          type(value[0]).__name__, brief(value)))
rclpy.try_shutdown()
