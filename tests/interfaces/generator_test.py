"""The generator: what it refuses and in which words, and what it computes.

    generator_test.py [unittest arguments]
"""
import pathlib
import subprocess
import sys
import tempfile
import unittest

import bridge
from ranvier_rosidl import c_functions, c_struct, cpp, cpp_struct, library, model, type_hash

API = bridge.ROOT / "api"
# What stands between the quotation marks of a .msg file, and what it means.
TEXTS = {
    r"\n": "\n", r"\\n": "\n", r"\\\\n": r"\n", r"\t": "\t", r"\\": "\\", r"a\\": "a\\",
    r"\x41": "A", r"\\x41": "A", r"\x411": "A1", r"\101": "A", r"\1012": "A2", r"\0": "\0",
    r"a\0b": "a\0b", r"\u0041": "A", r"\u00e9": "\u00e9", r"\xe9": "\u00e9", r"\xc3\xa9": "\u00e9",
    "\u00e9": "\u00e9", "\u00e9\\u20ac": "\u00e9\u20ac", r"\U0001F600": "\U0001F600",
    r"\a\b\f\v\r": "\a\b\f\v\r", r"\x7f\x1b": "\x7f\x1b", "??<??/": "??<??/", r"\?": r"\?",
    r"\z": r"\z", r"it's": "it's", r"\"x\"": '"x"', r"\x22": '"', r"%s{}": "%s{}", "": ""}
# One has no escape in an array: the text passes IDL in another way.
ONCE = {r"\n": "\n", r"\\n": r"\n", r"\t": "\t", r"a\\b": "a\\b", r"\x41": "A", r"\u00e9": "\u00e9",
        "\u00e9": "\u00e9", r"a\0b": "a\0b", "??<": "??<", "": ""}
# Ends with 1 at the first text that has other bytes than it should have.
PROGRAM = """
#include "%s"
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <initializer_list>

using mine::msg::A;

template <class Text>
void same(const Text& text, std::initializer_list<int> expected, std::size_t size) {
  static int count = 0;
  ++count;
  bool equal = text.size() * sizeof(text[0]) == size;
  std::size_t at = 0;
  for (int byte : expected) {
    equal = equal && reinterpret_cast<const unsigned char*>(text.data())[at++] == byte;
  }
  if (equal) return;
  std::printf("check %%d differs\\n", count);
  std::exit(1);
}

int main() {
  const A a;
%s
}
"""


HARD_IN_C = r"""
uint32 LARGE=4294967295
int32 LEAST=-2147483648
int64 LEAST64=-9223372036854775808
uint64 MOST64=18446744073709551615
float64 THIRD=0.25
string WORDS="it's"
float32 infinite -inf
float64 nothing nan
int64 least -9223372036854775808
string with_nul "a\\0b"
wstring wide "\u20ac"
string[2] texts ["one", "two"]
bool[<=3] flags [true, false]
uint8[] none []
B[2] nested
B[] many
"""
# Ends with the line of the first check that fails.
USE_IN_C = """
#include "mine/msg/a.h"
#define CHECK(what) if (!(what)) return __LINE__
int main(void) {
  mine__msg__A a;
  CHECK(mine__msg__A__LARGE == 4294967295u && mine__msg__A__LEAST < -2147483647);
  CHECK(mine__msg__A__LEAST64 < -9223372036854775807ll);
  CHECK(mine__msg__A__MOST64 == (uint64_t)-1 && mine__msg__A__THIRD > 0.2);
  CHECK(strcmp(mine__msg__A__WORDS, "it's") == 0);
  CHECK(mine__msg__A__init(&a));
  CHECK(a.infinite < -3e38f && a.nothing != a.nothing && a.least < -9223372036854775807ll);
  CHECK(a.with_nul.size == 3 && memcmp(a.with_nul.data, "a\\0b", 4) == 0);
  CHECK(a.wide.size == 1 && a.wide.data[0] == 0x20ac && a.wide.data[1] == 0);
  CHECK(strcmp(a.texts[1].data, "two") == 0);
  CHECK(a.flags.size == 2 && a.flags.data[0] && !a.flags.data[1] && a.none.size == 0);
  CHECK(strcmp(a.nested[1].text.data, "in") == 0 && a.many.size == 0);
  mine__msg__A__fini(&a);
  return 0;
}
"""


def generated(definition):
    """The C headers of a message."""
    return {c_struct.header(definition.name): c_struct.public_header(definition),
            c_struct.header(definition.name, "struct"): c_struct.struct_header(definition),
            c_struct.header(definition.name, "functions"): c_functions.functions_header(definition)}


class GeneratorTest(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.root = pathlib.Path(folder.name)

    def write(self, file, text):
        path = self.root / file
        path.parent.mkdir(exist_ok=True)
        path.write_text(text)

    def library(self, **packages):
        return library.Library({"mine": self.root, **packages})

    def refusal(self, text, file="msg/A.msg"):
        """What the program says of a package with that one file."""
        self.write(file, text)
        done = subprocess.run(
            [sys.executable, "-B", "-m", "ranvier_rosidl", "--package", "mine", "--output",
             self.root / "out", "--at", f"mine={self.root}",
             "--at", f"std_msgs={bridge.PACKAGES['std_msgs']}",
             "--at", f"builtin_interfaces={bridge.PACKAGES['builtin_interfaces']}", file],
            env={"PYTHONPATH": str(bridge.ROOT / "rosidl")}, capture_output=True, text=True,
            check=False)
        self.assertEqual(done.returncode, 1, done.stderr)
        self.assertFalse((self.root / "out").exists())
        return done.stderr.splitlines()[-1]

    def test_c_holds_the_values_that_are_hard_to_spell(self):
        self.write("msg/B.msg", "string text \"in\"")
        self.write("msg/A.msg", HARD_IN_C)
        known = self.library()
        definitions = [known.interface("mine", f"msg/{name}.msg") for name in "AB"]
        for definition in definitions:
            for path, text in generated(definition).items():
                (self.root / path).parent.mkdir(parents=True, exist_ok=True)
                (self.root / path).write_text(text)
        flags = ["-Wall", "-Wextra", "-Wpedantic", "-Wconversion", "-Wshadow", "-Werror",
                 f"-I{self.root}", f"-I{API}/rosidl_runtime_c/include"]
        for compiler, standard, file in (("cc", "c11", "use.c"), ("c++", "c++17", "use.cc")):
            (self.root / file).write_text(USE_IN_C)
            subprocess.run([compiler, f"-std={standard}", *flags, file, "-o", "use"],
                           cwd=self.root, check=True)
            done = subprocess.run([self.root / "use"], check=False)
            self.assertEqual(done.returncode, 0, f"{standard}: the check of that line failed")

    def test_a_type_of_a_package_that_is_no_dependency(self):
        words = self.refusal("geometry_msgs/Point p")
        self.assertIn("package 'geometry_msgs' is not among the dependencies", words)
        self.assertIn("name it in DEPENDENCIES", words)

    def test_a_type_that_its_package_lacks(self):
        self.assertRegex(self.refusal("std_msgs/Heder h"),
                         "Type 'std_msgs/msg/Heder' does not exist: .*std_msgs/msg/Heder.msg")

    def test_a_fault_in_a_file_names_package_and_file(self):
        for text in ("int32 Bad", "int8 x 300", "int32", "int32 a\nint32 a", "uint8[x] a"):
            self.assertTrue(self.refusal(text).startswith(
                "Interface package 'mine': mine/msg/A.msg: "), text)

    def test_a_service_without_its_line(self):
        self.assertIn("mine/srv/A.srv", self.refusal("int32 a", "srv/A.srv"))

    def test_a_message_that_holds_itself(self):
        self.write("msg/B.msg", "A[] a")
        self.assertIn("'mine/msg/A' would hold itself: mine/msg/A > mine/msg/B > mine/msg/A",
                      self.refusal("B b"))

    def test_a_field_that_is_a_word_of_cpp(self):
        self.assertIn("a field cannot be called 'class', which is a word of C++",
                      self.refusal("int32 class"))

    def test_plain_layouts_are_those_without_padding_or_bool(self):
        cases = {"float32 x\nfloat32 y": 4, "float64 x\nuint32[2] y": 8, "uint8 a": 1,
                 "int32 a\nint32 b\nfloat64 c": 0,  # starts at 4, but its memory at 8
                 "float64 a\nfloat32 b": 0, "uint8 a\nint32 b": 0, "bool a": 0, "string a": 0,
                 "int32[] a": 0, "std_msgs/ColorRGBA[3] a": 4}
        for text, alignment in cases.items():
            self.write("msg/A.msg", text)
            known = self.library(std_msgs=bridge.PACKAGES["std_msgs"])
            self.assertEqual(known.plain_alignment("mine/msg/A"), alignment, text)

    def test_hash_depends_on_names_types_and_bounds_but_on_no_value(self):
        def hashed(text):
            self.write("msg/A.msg", text)
            known = self.library()
            return type_hash.hash_of(known.message("mine/msg/A"), known)

        same = {hashed(text) for text in ("int32 a", "int32 a 5", "# words\nint32 a", "int32 B=1\nint32 a")}
        self.assertEqual(len(same), 1)
        other = {hashed(text) for text in (
            "int32 b", "uint32 a", "int32[] a", "int32[2] a", "int32[3] a", "int32[<=2] a",
            "string a", "string<=3 a", "string<=4 a", "wstring a", "byte a", "uint8 a")}
        self.assertEqual(len(other | same), 13)

    def test_all_but_bulk_leaves_long_arrays_alone_that_may_hold_any_bits(self):
        self.write("msg/A.msg", "uint8[4096] a\nuint8[4095] b\nbool[5000] c\nfloat64[512] d\nint32 e")
        text = cpp_struct.struct_header(self.library().message("mine/msg/A"))
        fill = text[text.index("void _fill("):]
        with_it, without = (block for block in fill.split("if (")[1:])
        self.assertIn("::ALL_BUT_BULK", with_it)
        self.assertNotIn("::ALL_BUT_BULK", without)
        for name in "bcd":
            self.assertEqual(f"    {name}.fill(" in with_it, name != "d")
        self.assertIn("    e = ", with_it)
        self.assertIn("    a.fill(", without)
        self.assertIn("    d.fill(", without)

    def interface(self, text):
        self.write("msg/A.msg", text)
        return self.library().message("mine/msg/A")

    def test_escapes_mean_in_constants_and_defaults_what_they_mean_to_rosidl(self):
        for kind in ("string", "wstring"):
            for text, value in TEXTS.items():
                with self.subTest(text, kind=kind):
                    message = self.interface(f'{kind} D="{text}"\n{kind} d "{text}"')
                    self.assertEqual(message.constants[0].value, value)
                    self.assertEqual(message.fields[0].default, value)
                    self.assertEqual(message.fields[0].default_text, value)
            for text, value in ONCE.items():
                with self.subTest(text, kind=kind):
                    (field,) = self.interface(f'{kind}[] d ["{text}", "x"]').fields
                    self.assertEqual(field.default, [value, "x"])
        self.assertEqual(self.interface(r"string d 'a\'b\"c'").fields[0].default, "a'b\"c")
        self.assertEqual(self.interface(r"string d \x41 plain").fields[0].default, "A plain")

    def test_an_escape_that_means_nothing_names_its_text_and_what_to_write(self):
        for text in (r"\x4", r"\u12", r"\ud800", r"\N{NO SUCH}"):
            words = self.refusal(f'string d "{text}"')
            self.assertIn(f"the text '{text}' has an escape that cannot be decoded", words)
            self.assertIn("write a backslash that shall stay as \\\\\\\\", words)

    def test_defaults_are_told_as_python_prints_them(self):
        told = {"bool d true": "True", "bool d 0": "False", "int8 d -5": "-5", "uint8 d 0x1F": "31",
                "char d 65": "65", "float64 d 1": "1.0", "float32 d 0.1": "0.1",
                "float64 d 1e20": "1e+20", "float64 d -1e-7": "-1e-07", "float64 d nan": "nan",
                "float64 d -inf": "-inf", "int32[] d [1]": "(1,)", "int32[] d []": "()",
                "bool[2] d [true, 0]": "(True, False)", "float32[] d [1,2.5]": "(1.0, 2.5)",
                "string d 'it\\'s'": "it's", "string d ''": "", "int32 d": "",
                "string[] d [a, \"it's\"]": "('a', \"it's\")",
                "uint64 d 18446744073709551615": "18446744073709551615"}
        for line, text in told.items():
            with self.subTest(line):
                self.assertEqual(self.interface(line).fields[0].default_text, text)

    def test_the_generated_struct_holds_every_byte_of_its_strings(self):
        escaped = "".join(f"\\x{code:02x}" for code in range(1, 128) if chr(code) not in "\\#")
        plain = "".join(chr(code) for code in range(1, 128) if chr(code) not in "\\#")
        texts = {**TEXTS, escaped: plain, "??(??<??!??'??-??>??)??/": "??(??<??!??'??-??>??)??/"}
        lines, checks = [], []

        def expect(member, value, wide):
            units = value.encode("utf-16-le" if wide else "utf-8")
            checks.append(f"same({member}, {{{', '.join(map(str, units))}}}, {len(units)});")

        for index, (text, value) in enumerate(texts.items()):
            for kind, wide in (("string", False), ("wstring", True)):
                constant, field = f"C{kind.upper()}{index}", f"{kind}{index}"
                lines += [f'{kind} {constant}="{text}"', f'{kind} {field} "{text}"']
                expect(f"A::{constant}", value, wide)
                expect(f"a.{field}", value, wide)
                for at, size in enumerate(("", "<=2", "2") if text in ONCE else ()):
                    lines.append(f'{kind}[{size}] {field}_{at} ["{text}", "x"]')
                    expect(f"a.{field}_{at}[0]", ONCE[text], wide)
        message = self.interface("\n".join(lines))
        header = self.root / cpp.header(message.name, "struct")
        header.parent.mkdir(parents=True)
        header.write_text(cpp_struct.struct_header(message))
        self.write("program.cc", PROGRAM % (cpp.header(message.name, "struct"), "\n".join(checks)))
        # Strict, for trigraphs: what looks like one must not become one.
        subprocess.run(
            ["c++", "-std=c++17", "-trigraphs", "-Wall", "-Wextra", "-Werror", "-I", self.root,
             "-I", API / "rosidl_runtime_cpp/include", "-o", self.root / "program",
             self.root / "program.cc"], check=True)
        subprocess.run([self.root / "program"], check=True)

    def test_no_element_and_no_long_default_is_put_on_the_stack(self):
        self.write("msg/B.msg", "int32 b")
        self.write("msg/A.msg", f"B[3] a\nuint8[4096] b {[7] * 4096}\nuint8[2] c [1, 2]")
        text = cpp_struct.struct_header(self.library().message("mine/msg/A"))
        self.assertIn("rosidl_runtime_cpp::fill_array(a, _init);", text)
        self.assertIn("static constexpr uint8_t _default_of_b[] = {7u, 7u,", text)
        self.assertIn("c = {{1u, 2u}};", text)

    def test_file_names_of_types(self):
        self.assertEqual([model.snake(name) for name in (
            "PointCloud2", "UInt8MultiArray", "GPSFix", "A", "TF2Error", "UUID", "WString")],
            ["point_cloud2", "u_int8_multi_array", "gps_fix", "a", "tf2_error", "uuid", "w_string"])


class CommentsTest(unittest.TestCase):
    def test_common_interfaces_say_what_they_are_and_in_which_units(self):
        for package in ("builtin_interfaces", "geometry_msgs", "nav_msgs", "sensor_msgs", "tf2_msgs"):
            for path in sorted((bridge.ROOT / "interfaces" / package).glob("*/*.*")):
                with self.subTest(path=path.name):
                    self.assertTrue(path.suffix not in (".msg", ".srv", ".action")
                                    or path.read_text().startswith("# "))


if __name__ == "__main__":
    unittest.main()
