"""Our reader of interface files agrees with rosidl_adapter, and refuses what is wrong.

usage: interface_parser_test.py <root of the project>
"""
import ast
import contextlib
import io
import os
import pathlib
import random
import sys
import tempfile
import unittest

ROOT = pathlib.Path(sys.argv.pop(1)).resolve()
sys.path.insert(0, str(ROOT / "rosidl"))
from ranvier_rosidl import escapes, parse  # noqa: E402

try:
    from rosidl_adapter import parser as oracle
    from rosidl_adapter.msg import get_idl_type, to_idl_literal
    from rosidl_parser import definition
    from rosidl_parser.parser import parse_idl_string
except ImportError:
    oracle = None

SEED = int(os.environ.get("RANVIER_TEST_SEED", random.randrange(10 ** 9)))
# Of these pieces strings are made that have quotes, escapes and ends in all places.
PIECES = ("\"", "'", "\\", "\\\\", "a", "b ", " ", ",", "\\n", "\\x41", "\\101", "\u00e9", "\\u00e9",
          "?", "??=", "[", "]", "\\\"", "\\'", "n", "x4", "1", "#", "=", "@", "\t",
          "\\xc3\\xa9", "\u65e5")

HARD = """\
# a comment
int32 LOW=-5   # another
uint8 HEX = 0x1F
string TEXT="with # and, comma"
string BARE=plain words
bool YES=true
float64 HALF=.5

string<=5[<=3] names ["a","b, c"]
float64[3] triple [1.0, -2, 3e3]
uint8[<=4] few
other_pkg/Thing[] things
Local local
byte raw 255
char letter 97
wstring wide "x"
bool[2] flags [true, 0]
int64 negative -9
string quoted 'it "is"'
"""


def plain(spec):
    """A spec of either reader as values that compare."""
    fields = [(f.name, f.type.pkg_name, f.type.type, bool(f.type.is_array), f.type.array_size or 0,
               bool(f.type.is_upper_bound), f.type.string_upper_bound or 0,
               f.type.is_primitive_type(), f.default_value) for f in spec.fields]
    return fields, [(c.name, c.type, c.value) for c in spec.constants]


def read(parser, path):
    package = path.parent.parent.name
    if path.suffix == ".msg":
        return [plain(parser.parse_message_file(package, str(path)))]
    if path.suffix == ".srv":
        spec = parser.parse_service_file(package, str(path))
        return [plain(spec.request), plain(spec.response)]
    spec = parser.parse_action_file(package, str(path))
    return [plain(part) for part in (spec.goal, spec.result, spec.feedback)]


def a_line(draw):
    """A constant, a default or a default of an array, mostly malformed."""
    body = "".join(draw.choice(PIECES) for _ in range(draw.randrange(7)))
    quote, kind = draw.choice(("\"", "'", "")), draw.choice(("string", "wstring"))
    return draw.choice((
        f"{kind} D={quote}{body}{quote}", f"{kind}<=4 d {quote}{body}{quote}",
        f"{kind} d {quote}{body}{quote}", f"{kind}[] d [{quote}{body}{quote}, \"x\"]",
        f"{kind}[2] d [{quote}{body}{quote},y]", f"{kind}[<=2] d [{quote}{body}{quote}]"))


def through_idl(field):
    """What rosidl makes of a default on its way through IDL; None where it fails.

    It fails where a newline or a lone backslash would stand in the IDL, and
    where what is written by escapes is no UTF-8.
    """
    type_ = get_idl_type(field.type).partition("[")[0]
    try:
        literal = to_idl_literal(get_idl_type(field.type), field.default_value)
        idl = f"module m{{module msg{{struct T{{ @default (value={literal}) {type_} d; }};}};}};"
        content = parse_idl_string(idl.encode("iso-8859-1").decode())
    except Exception:  # of whatever kind lark has for the fault
        return None
    member = content.get_elements_of_type(definition.Message)[0].structure.members[0]
    return member.get_annotation_value("default")["value"]


class InterfaceParser(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = pathlib.Path(folder.name) / "small_pkg" / "msg"
        self.folder.mkdir(parents=True)

    def write(self, name, text):
        path = self.folder / name
        path.write_text(text, encoding="utf-8")
        return path

    @unittest.skipIf(oracle is None, "rosidl_adapter is not installed")
    def test_it_reads_every_interface_of_ours_as_rosidl_adapter_does(self):
        paths = sorted(path for kind in ("msg", "srv", "action")
                       for path in (ROOT / "interfaces").glob(f"*/{kind}/*.{kind}"))
        self.assertGreater(len(paths), 0)
        for path in paths:
            with self.subTest(path=path.name):
                self.assertEqual(read(parse, path), read(oracle, path))

    @unittest.skipIf(oracle is None, "rosidl_adapter is not installed")
    def test_it_reads_hard_lines_as_rosidl_adapter_does(self):
        path = self.write("Hard.msg", HARD)
        self.assertEqual(read(parse, path), read(oracle, path))

    @unittest.skipIf(oracle is None, "rosidl_adapter is not installed")
    def test_it_reads_and_refuses_random_strings_as_rosidl_adapter_does(self):
        draw, read_alike = random.Random(SEED), 0
        for _ in range(1500):
            line = a_line(draw)
            path = self.write("Text.msg", line + "\n")
            with self.subTest(line, seed=SEED):
                try:
                    with contextlib.redirect_stderr(io.StringIO()):
                        expected = read(oracle, path)
                except Exception:  # it has many
                    self.assertRaises(ValueError, read, parse, path)
                    continue
                self.assertEqual(read(parse, path), expected)
                read_alike += 1
        self.assertGreater(read_alike, 200)

    @unittest.skipIf(oracle is None, "rosidl_adapter is not installed")
    def test_the_values_of_random_strings_are_those_that_rosidl_hands_to_its_generators(self):
        draw, judged = random.Random(SEED), 0
        for _ in range(400):
            line = a_line(draw)
            try:
                with contextlib.redirect_stderr(io.StringIO()):
                    (field,) = oracle.parse_message_string("p", "T", line).fields
            except Exception:  # refused, or a constant
                continue
            told = through_idl(field) if field.default_value is not None else None
            if told is None:
                continue
            judged += 1
            with self.subTest(line, seed=SEED):
                if not field.type.is_array:
                    self.assertEqual(escapes.decoded(field.default_value), told)
                    continue
                self.assertEqual(escapes.tuple_text(field.default_value), told)
                try:
                    values = list(ast.literal_eval(told))  # as the generators do
                except SyntaxError:
                    self.assertRaises(ValueError, escapes.decoded_array, field.default_value)
                    continue
                self.assertEqual(escapes.decoded_array(field.default_value), values)
        self.assertGreater(judged, 50)

    def refuses(self, text, words, name="Bad.msg"):
        path = self.write(name, text)
        with self.assertRaises(ValueError) as caught:
            read(parse, path)
        self.assertIn(words, str(caught.exception))
        self.assertIn(str(path), str(caught.exception))

    def test_it_names_file_line_and_fault(self):
        self.refuses("int32 a\nint32 a\n", "line 2, 'int32 a': there is a field 'a' already")
        self.refuses("int33 a\n", "'int33' is no type")
        self.refuses("int32 Capital\n", "'Capital' is no name of a field")
        self.refuses("uint8 a 256\n", "256 is outside of uint8, 0 to 255")
        self.refuses("bool a maybe\n", "'maybe' is no bool")
        self.refuses("int32<=4 a\n", "only a string has a bound")
        self.refuses("int32[2] a 1\n", "stands in brackets")
        self.refuses("int32[2] a [1]\n", "'[1]' has 1 elements, the array has 2")
        self.refuses("int32[<=1] a [1, 2]\n", "has 2 elements, the array has 1")
        self.refuses("string<=2 a 'abc'\n", "'abc' is longer than its bound, 2")
        self.refuses("string a 'it's'\n", "a ' within the text needs a backslash before it")
        self.refuses("string[] a ['b]\n", "a quotation mark is missing after ''b'")
        self.refuses("string[] a [,]\n", "an element is missing before ','")
        self.refuses("string<=2 A='a'\n", "a constant has a type such as int32 or string")
        self.refuses("int32 a=1\n", "'a' is no name of a constant")
        self.refuses("int32 a\n", "a .srv file has 1", name="Bad.srv")


unittest.main()
