"""The `ros2` command of CONTRIBUTING.md works as listed: one file, and nothing else.

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
    def test_a_command_of_ros2_is_one_file(self):
        page = (ROOT / "CONTRIBUTING.md").read_text()
        path, listing = re.search(r"`python/(ros2cli/command/\w+\.py)`:\n\n```python\n(.*?)^```", page,
                                  re.M | re.S).groups()
        with tempfile.TemporaryDirectory() as scratch:
            shutil.copytree(ROOT / "python", scratch, dirs_exist_ok=True)
            self.assertFalse((pathlib.Path(scratch) / path).exists(), f"{path} is taken")
            (pathlib.Path(scratch) / path).write_text(listing)
            ran = subprocess.run(
                [sys.executable, "-c", "import sys, ros2cli.cli as c; sys.exit(c.main(sys.argv[1:]))",
                 pathlib.Path(path).stem, "list"],
                env={**os.environ, "PYTHONPATH": scratch, "AMENT_PREFIX_PATH": "/one:/two"},
                capture_output=True, text=True)
        self.assertEqual((ran.returncode, ran.stdout), (0, "/one\n/two\n"), ran.stderr)


unittest.main()
