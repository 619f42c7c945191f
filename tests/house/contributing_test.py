"""The verb of `ros2` of CONTRIBUTING.md works as listed: one file, and one line.

usage: contributing_test.py <root of the project>
"""
import os
import pathlib
import re
import shutil
import subprocess
import sys
import tempfile
import unittest

ROOT = pathlib.Path(sys.argv.pop(1)).resolve()


class Contributing(unittest.TestCase):
    def test_a_verb_of_ros2_is_one_file_and_one_line(self):
        page = (ROOT / "CONTRIBUTING.md").read_text()
        path, listing = re.search(r"`python/(ros2\w+/verb/\w+\.py)`:\n\n```python\n(.*?)^```", page,
                                  re.M | re.S).groups()
        group, line = re.search(r"its line, below `(\[\S+\])`: `(.*)`", page).groups()
        with tempfile.TemporaryDirectory() as scratch:
            scratch = pathlib.Path(scratch)
            shutil.copytree(ROOT / "python", scratch, dirs_exist_ok=True)
            self.assertFalse((scratch / path).exists(), f"{path} is taken")
            (scratch / path).write_text(listing)
            points = scratch / "ros2cli/entry_points.txt"
            points.write_text(points.read_text().replace(group, f"{group}\n{line}"))
            for words, stdout in (("where", "/one\n/two\n"), ("where -c", "2\n"),
                                  ("", "  where        List where packages are searched\n")):
                ran = subprocess.run(
                    [sys.executable, "-m", "ros2cli.cli", "pkg", *words.split()], cwd=scratch,
                    env={**os.environ, "PYTHONPATH": str(scratch),
                         "AMENT_PREFIX_PATH": "/one:/two"},
                    capture_output=True, text=True, check=False)
                self.assertEqual(ran.returncode, 0, ran.stderr)
                self.assertIn(stdout, ran.stdout)


unittest.main()
