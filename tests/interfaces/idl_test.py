"""Messages from .idl files are those that .msg files make, and faults are told by their line.

    idl_test.py [unittest arguments]
"""
import pathlib
import tempfile
import unittest

import bridge
from ranvier_rosidl import idl, library, model

try:
    import rosidl_adapter
except ImportError:  # Ubuntu 24.04 does not package it
    rosidl_adapter = None

WEATHER = """
#include "std_msgs/msg/Header.idl"  // not read: types are named in full
module mine {
  module msg {
    typedef double double__3[3];
    module Weather_Constants {
      const uint8 RAIN = 0x02;
      @verbatim (language="comment", text="of " "the sky")
      const string SKY = "blue\\n";
      const boolean ALWAYS = TRUE;
      const float HALF = 0.5f;
      const long SIZE = 4;
    };
    /* A struct
       of one day. */
    @verbatim (language="comment", text="a day")
    struct Weather {
      std_msgs::msg::Header header;
      @unit (value="m/s") double__3 wind, gusts;
      @default (value=-3) short degrees;
      @default (value="fair") string<10> word;
      sequence<std_msgs::msg::Header, 5> some;
      sequence<unsigned long long> many;
      long long few[Weather_Constants::SIZE];
      @default (value="(1, 2)") octet pair[2];
      wstring wide;
    };
  };
};
"""


def message(text, stem="Weather", folder="msg"):
    with tempfile.TemporaryDirectory() as scratch:
        path = pathlib.Path(scratch) / folder / f"{stem}.idl"
        path.parent.mkdir()
        path.write_text(text)
        return model.load("mine", path)


class Idl(unittest.TestCase):
    def test_a_struct_has_the_fields_and_constants_of_its_text(self):
        weather = message(WEATHER)
        told = {field.name: field.type for field in weather.fields}
        header, wind = model.Type("std_msgs/msg/Header"), model.Type("float64", "array", 3)
        self.assertEqual(told, {
            "header": header, "wind": wind, "gusts": wind, "degrees": model.Type("int16"),
            "word": model.Type("string", string_bound=10),
            "some": model.Type("std_msgs/msg/Header", "bounded", 5),
            "many": model.Type("uint64", "sequence"), "few": model.Type("int64", "array", 4),
            "pair": model.Type("byte", "array", 2), "wide": model.Type("wstring")})
        defaults = {field.name: field.default for field in weather.fields if field.default}
        self.assertEqual(defaults, {"degrees": -3, "word": "fair", "pair": [1, 2]})
        self.assertEqual({one.name: one.value for one in weather.constants},
                         {"RAIN": 2, "SKY": "blue\n", "ALWAYS": True, "HALF": 0.5, "SIZE": 4})

    def test_services_and_actions_are_made_of_their_structs(self):
        structs = "module mine {{ module {0} {{ {1} }}; }};".format
        service = message(structs("srv", "struct Ask_Request { long a; }; struct Ask_Response "
                                  "{ boolean yes; };"), "Ask", "srv")
        self.assertEqual(service.response.fields[0].name, "yes")
        action = message(structs("action", "struct Go_Goal { long to; }; struct Go_Result { long "
                                 "at; }; struct Go_Feedback { float part; };"), "Go", "action")
        self.assertEqual(action.feedback.fields[0].type, model.Type("float32"))

    @unittest.skipUnless(rosidl_adapter, "rosidl_adapter is not installed")
    def test_every_interface_of_ours_is_the_same_by_way_of_idl(self):
        count = 0
        for package in sorted((bridge.ROOT / "interfaces").iterdir()):
            for path in sorted(package.glob("*/*")):
                if path.suffix not in (".msg", ".srv", ".action"):
                    continue
                with tempfile.TemporaryDirectory() as scratch:
                    made = rosidl_adapter.convert_to_idl(package, package.name,
                                                         path.relative_to(package),
                                                         pathlib.Path(scratch) / path.parent.name)
                    # rosidl makes char an uint8 on the way.
                    expected = repr(model.load(package.name, path)).replace("'char'", "'uint8'")
                    self.assertEqual(repr(model.load(package.name, made)), expected, path)
                    count += 1
        self.assertGreater(count, 100)

    def test_what_has_no_message_type_is_refused_by_name_and_line(self):
        for lines, words in (
                ("enum Color { RED };", "line 2: 'enum' has no counterpart in a ROS 2 message"),
                ("struct A { union B u; };", "line 2: 'union' has no counterpart"),
                ("struct A { wchar w; };", "line 2: 'wchar' has no counterpart"),
                ("struct A { long double d; };", "line 2: 'long double' has no counterpart"),
                ("struct A { sequence<sequence<long>> s; };",
                 "line 2: a ROS 2 message has no sequence of sequences"),
                ("struct A { long a[2][3]; };", "line 2: 'a': a ROS 2 message has no array of arrays"),
                ("struct A { Unknown u; };", "line 2: 'Unknown' is no type that is known here"),
                ("struct A { long };", "line 2: '}' is no name"),
                ("struct A { long a };", "line 2: ';' is missing before '}'"),
                ("const boolean B = 2;", "line 2: '2' is no boolean; write TRUE or FALSE"),
                ("struct A { long $a; };", "line 2: '$' has no meaning here"),
                ("struct A { long a; }", "line 2: the file ends too early")):
            closing = "" if "too early" in words else "}; };"
            with self.assertRaises(ValueError, msg=lines) as raised:
                idl.parse("module mine { module msg {\n" + lines + closing)
            self.assertIn(words.replace("the file ends too early", "';' is missing before ''"),
                          str(raised.exception))

    def test_what_is_nested_without_end_is_refused_by_its_line(self):
        many = 50_000
        for text, words in (
                ("module a {\n" * many, "line 33: more than 32 modules within each other"),
                ("struct A {\nsequence<" + "sequence<" * many,
                 "line 2: a ROS 2 message has no sequence of sequences"),
                (f'struct A {{ @default (value="{"(" * many}") long a[2]; }};',
                 "is no list of values"),
                (f'struct A {{ @default (value="{"-" * many}1") long a[2]; }};',
                 "is no list of values")):
            with self.assertRaises(ValueError, msg=words) as raised:
                idl.parse(text)
            self.assertIn(words, str(raised.exception))

    def test_a_file_without_the_struct_of_its_name_says_which_it_lacks(self):
        with self.assertRaisesRegex(ValueError, "it has no struct 'mine::msg::Other'"):
            message(WEATHER, "Other")

    def test_a_package_finds_types_in_idl_files_of_another(self):
        with tempfile.TemporaryDirectory() as scratch:
            for name, file, text in (("mine", "msg/Weather.idl", WEATHER),
                                     ("yours", "msg/Day.msg", "mine/Weather weather\n")):
                path = pathlib.Path(scratch) / name / file
                path.parent.mkdir(parents=True)
                path.write_text(text)
            at = {name: f"{scratch}/{name}" for name in ("mine", "yours")}
            at |= {name: bridge.ROOT / "interfaces" / name
                   for name in ("std_msgs", "builtin_interfaces")}
            here = library.Library(at)
            day = here.interface("yours", "msg/Day.msg")
            here.check_nesting(day.name)
            self.assertEqual(here.message("mine/msg/Weather").fields[0].name, "header")

    def test_names_that_cannot_be_those_of_packages_and_types_are_refused(self):
        here = library.Library({})
        for package, file, words in (
                ("My_Package", "msg/A.msg", "a package of interfaces cannot be called 'My_Package'"),
                ("my__package", "msg/A.msg", "cannot be called 'my__package'"),
                ("mine", "msg/my_type.msg", "a type cannot be called 'my_type': use letters and"),
                ("mine", "msg/My_Type.idl", "a type cannot be called 'My_Type'")):
            with self.assertRaisesRegex(ValueError, words):
                here.interface(package, file)


if __name__ == "__main__":
    unittest.main()
