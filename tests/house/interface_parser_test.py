"""Our reader of interface files agrees with rosidl_adapter, and refuses what is wrong.

usage: interface_parser_test.py <root of the project>
"""
import pathlib
import sys
import tempfile
import unittest

ROOT = pathlib.Path(sys.argv.pop(1)).resolve()
sys.path.insert(0, str(ROOT / "rosidl"))
from ranvier_rosidl import parse  # noqa: E402

try:
    from rosidl_adapter import parser as oracle
except ImportError:
    oracle = None

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


class InterfaceParser(unittest.TestCase):
    def write(self, name, text):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        path = pathlib.Path(folder.name) / "small_pkg" / "msg" / name
        path.parent.mkdir(parents=True)
        path.write_text(text)
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
        self.refuses("int32 a\n", "a .srv file has 1", name="Bad.srv")


unittest.main()
