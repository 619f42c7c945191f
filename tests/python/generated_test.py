"""The modules that the generator writes, of a package with what interface files can hold.

    PYTHONPATH=... generated_test.py [unittest arguments]
"""
import math
import pathlib
import sys
import tempfile
import unittest

import _ranvier
import bridge  # noqa: F401  puts the generator into the path
from ranvier_rosidl import library, python

FILES = {
    "msg/Crop.msg": """
        uint8 RIPE=3
        byte MARK=65
        char LETTER=66
        bool SWEET=true
        float32 SHARE=0.25
        float64 MOST=1e300
        int64 LEAST=-9223372036854775808
        string QUOTED="a \\"b\\" 'c' \\\\\\\\ gr\u00fcn"
        wstring WIDE="\u4e2d"
        float64 limit inf
        float32 none nan
        bool[] flags [true, false]
        byte[3] marks [1, 2, 255]
        string[<=2] names ["x, y", 'z']
        int16[<=4] counts [1, -2]
        uint8[2] pair [5, 6]
        char letter 67
        int32 from 7
        string<=4[<=2] brief
        """,
    "msg/Letters.idl": """
        module barn_msgs { module msg {
          struct Letters { char one; char row[3]; sequence<char, 2> some; octet raw; };
        }; };
        """,
    "srv/Store.srv": "barn_msgs/Crop crop\n---\nbool SURE=true\nbool stored\n",
    "action/Harvest.action": "int32 rows\n---\nCrop[] crops\n---\nfloat32 share\n",
}


class GeneratedTest(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        folder = tempfile.TemporaryDirectory(prefix="ranvier-generated-")
        cls.addClassCleanup(folder.cleanup)
        root = pathlib.Path(folder.name)
        for file, text in FILES.items():
            path = root / "barn_msgs" / file
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text("\n".join(line.strip() for line in text.splitlines()) + "\n")
        known = library.Library({**bridge.PACKAGES, "barn_msgs": root / "barn_msgs"})
        interfaces = [(file, known.interface("barn_msgs", file)) for file in FILES]
        for path, text in python.files("barn_msgs", interfaces, known).items():
            (root / "site" / path).parent.mkdir(parents=True, exist_ok=True)
            (root / "site" / path).write_text(text)
        sys.path.insert(0, str(root / "site"))
        cls.addClassCleanup(sys.path.remove, str(root / "site"))

    def again(self, message):
        return _ranvier.deserialize(_ranvier.serialize(message), type(message))

    def test_constants_have_their_kinds_and_values(self):
        from barn_msgs.msg import Crop
        self.assertEqual(
            [Crop.RIPE, Crop.MARK, Crop.LETTER, Crop.SWEET, Crop.SHARE, Crop.MOST, Crop.LEAST],
            [3, b"A", 66, True, 0.25, 1e300, -2 ** 63])
        self.assertEqual((Crop.QUOTED, Crop.WIDE), ("a \"b\" 'c' \\ gr\u00fcn", "\u4e2d"))

    def test_defaults_have_their_kinds_and_values(self):
        from barn_msgs.msg import Crop
        crop = Crop()
        self.assertEqual(crop.limit, math.inf)
        self.assertTrue(math.isnan(crop.none))
        self.assertEqual((crop.flags, crop.marks, crop.names, crop.letter),
                         ([True, False], [b"\x01", b"\x02", b"\xff"], ["x, y", "z"], 67))
        self.assertEqual((crop.counts.tolist(), crop.counts.typecode, crop.pair.tolist()),
                         ([1, -2], "h", [5, 6]))
        self.assertEqual(getattr(crop, "from"), 7)
        self.assertEqual(Crop.COUNTS__DEFAULT, crop.counts)
        crop.none = 0.0
        self.assertEqual(self.again(crop), crop)

    def test_a_bound_is_of_each_string_of_a_sequence(self):
        from barn_msgs.msg import Crop
        self.assertEqual(self.again(Crop(brief=["abcd"])).brief, ["abcd"])
        with self.assertRaisesRegex(ValueError, "'brief'.*at most 4 bytes"):
            _ranvier.serialize(Crop(brief=["abcde"]))
        self.assertEqual(Crop.get_fields_and_field_types()["brief"], "sequence<string<4>, 2>")

    def test_a_char_of_an_idl_file_is_a_character(self):
        from barn_msgs.msg import Letters
        letters = Letters()
        self.assertEqual((letters.one, letters.row, letters.some, letters.raw),
                         ("\0", ["\0"] * 3, [], b"\0"))
        letters.one, letters.row, letters.some = "x", ["a", "b", "\xff"], ["c"]
        self.assertEqual(_ranvier.serialize(letters)[4:8], b"xab\xff")
        self.assertEqual(self.again(letters), letters)
        for wrong in ("xy", "", "\u4e2d"):
            with self.assertRaisesRegex(ValueError, "'one'.*one character below 256"):
                _ranvier.serialize(Letters(one=wrong))
        with self.assertRaisesRegex(AssertionError, "'one' field must be of type 'str' or"):
            Letters(one="xy", check_fields=True)

    def test_services_and_actions_use_messages_of_the_package(self):
        from barn_msgs.action import Harvest
        from barn_msgs.msg import Crop
        from barn_msgs.srv import Store
        self.assertEqual(Store.Request().crop.pair.tolist(), [5, 6])
        self.assertIs(Store.Response.SURE, True)
        result = Harvest.Result(crops=[Crop(none=1.0)])
        response = Harvest.Impl.GetResultService.Response(status=4, result=result)
        self.assertEqual(self.again(response), response)

    def test_names_of_the_package_are_those_of_ros_2(self):
        import barn_msgs.action
        import barn_msgs.srv
        self.assertEqual(barn_msgs.srv.__all__,
                         ["Store", "Store_Event", "Store_Request", "Store_Response"])
        self.assertEqual(len(barn_msgs.action.__all__), 7)
        self.assertNotIn("Harvest_Goal", barn_msgs.action.__all__)
        from barn_msgs.action._harvest import Harvest_Goal, Metaclass_Harvest_Goal
        self.assertIs(type(Harvest_Goal), Metaclass_Harvest_Goal)


unittest.main()
