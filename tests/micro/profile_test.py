"""What is wrong with a profile is said, with its line.

usage: profile_test.py <root of the project>
"""
import os
import pathlib
import subprocess
import sys
import tempfile
import unittest

ROOT = pathlib.Path(sys.argv.pop(1)).resolve()


class Profiles(unittest.TestCase):
    def generate(self, profile):
        with tempfile.TemporaryDirectory() as folder:
            path = pathlib.Path(folder) / "capacities.txt"
            path.write_text(profile)
            return subprocess.run(
                [sys.executable, "-B", "-m", "ranvier_rosidl.micro", "--package", "std_msgs",
                 "--output", folder, "--profile", path, "--at",
                 f"std_msgs={ROOT}/interfaces/std_msgs", "msg/String.msg"],
                env={**os.environ, "PYTHONPATH": str(ROOT / "rosidl")}, capture_output=True,
                text=True, check=False)

    def test_a_good_one_is_taken_with_members_of_other_packages(self):
        ran = self.generate("# a comment\nstd_msgs/msg/String.data 64\nother/msg/Type.name 3\n")
        self.assertEqual((ran.returncode, ran.stderr), (0, ""))

    def test_a_line_that_is_none_is_named(self):
        ran = self.generate("string 20\nstd_msgs/msg/String.data many\n")
        self.assertEqual(ran.returncode, 1)
        self.assertIn("capacities.txt:2: write a member and its capacity", ran.stderr)

    def test_a_member_that_is_none_is_named(self):
        ran = self.generate("std_msgs/msg/String.text 20\n")
        self.assertEqual(ran.returncode, 1)
        self.assertIn("'std_msgs/msg/String.text'", ran.stderr)


unittest.main(verbosity=2)
