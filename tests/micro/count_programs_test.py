"""What a program of micro-ROS misses is counted whatever it includes, in the folder of the count.

usage: count_programs_test.py <root of the project>
"""
import pathlib
import sys
import tempfile
import unittest

ROOT = pathlib.Path(sys.argv.pop(1)).resolve()
sys.path.append(str(ROOT / "tools"))
import count_micro_programs  # noqa: E402


class CountPrograms(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = pathlib.Path(folder.name)
        self.program = self.folder / "clone/src/program.c"
        self.program.parent.mkdir(parents=True)

    def missing(self, *headers):
        """Of a program that includes these and then calls what there is not."""
        includes = "".join(f'#include "{header}"\n' for header in headers)
        self.program.write_text(f"{includes}int main(void) {{ return rclc_tea(); }}\n")
        scratch = pathlib.Path(tempfile.mkdtemp(prefix="scratch", dir=self.folder))
        return count_micro_programs.missing(self.program, self.folder, scratch, self.folder / "clone")

    def test_headers_of_a_board_are_no_matter_and_those_of_micro_ros_are(self):
        self.assertEqual(self.missing("driver/gpio.h", "../config/board.h", "rclc/cups.h"),
                         {"rclc/cups.h", "rclc_tea"})

    def test_a_header_in_whose_place_no_file_can_stand_is_missing(self):
        for header in ("../../../../tea.h", f"{self.folder}/tea.h"):
            with self.subTest(header):
                self.assertEqual(self.missing(header), {header})
        self.assertEqual(list(self.folder.rglob("tea.h")), [])

    def test_a_header_that_the_clone_has_once_is_its_own(self):
        for folder in "a", "b":
            (self.folder / "clone" / folder).mkdir()
        (self.folder / "clone/a/microros_own.h").touch()
        self.assertEqual(self.missing("microros_own.h"), {"rclc_tea"})
        (self.folder / "clone/b/microros_own.h").touch()
        self.assertEqual(self.missing("microros_own.h"), {"microros_own.h", "rclc_tea"})


unittest.main(verbosity=2)
