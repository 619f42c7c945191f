"""The generator: what it refuses and in which words, and what it computes.

    generator_test.py [unittest arguments]
"""
import pathlib
import subprocess
import sys
import tempfile
import unittest

import bridge
from ranvier_rosidl import cpp_struct, library, model, type_hash


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

    def test_file_names_of_types(self):
        self.assertEqual([model.snake(name) for name in (
            "PointCloud2", "UInt8MultiArray", "GPSFix", "A", "TF2Error", "UUID", "WString")],
            ["point_cloud2", "u_int8_multi_array", "gps_fix", "a", "tf2_error", "uuid", "w_string"])


if __name__ == "__main__":
    unittest.main()
