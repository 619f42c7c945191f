"""Boards under QEMU, our agent and a node in C++ lose nothing, as `make demo-micro` shows it.

usage: boards_test.py <root of the project> <folder of its programs>

Needs gcc-arm-none-eabi and qemu-system-arm; it is skipped without.
"""
import os
import pathlib
import re
import shutil
import subprocess
import sys
import tempfile
import unittest

sys.path.append(str(pathlib.Path(__file__).resolve().parents[1] / "support"))
from own_domain import own_domain  # noqa: E402

ROOT, PROGRAMS = (pathlib.Path(path).resolve() for path in (sys.argv.pop(1), sys.argv.pop(1)))
NEEDED = ("arm-none-eabi-gcc", "qemu-system-arm")


def run(*words):
    environment = {**os.environ, "ROS_DOMAIN_ID": str(own_domain())}
    ran = subprocess.run(words, env=environment, stdout=subprocess.PIPE, stderr=subprocess.STDOUT,
                         text=True, timeout=400, check=False)
    if ran.returncode != 0:
        raise AssertionError(ran.stdout)
    return ran.stdout


@unittest.skipUnless(all(map(shutil.which, NEEDED)),
                     f"without {' or '.join(NEEDED)}: tools/bootstrap.sh micro installs both")
class Boards(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        folder = tempfile.TemporaryDirectory()
        cls.addClassCleanup(folder.cleanup)
        cls.boards = folder.name
        run(ROOT / "micro/demo/build.sh", cls.boards)

    def demo(self, *words):
        return run(sys.executable, "-B", ROOT / "tools/demo_micro.py", PROGRAMS, self.boards, *words)

    def test_nothing_is_lost_and_every_board_is_a_node(self):
        said = self.demo("2")
        print(said)
        messages = said.split("Messages\n")[1].split("\n\n")[0]
        rows = re.findall(r"^  (\S.*?) {2,}(\d+) +(\d+)$", messages, re.M)
        self.assertEqual(len(rows), 4, "board, IMU, C++ and the Linux process")
        for name, sent, lost in rows:
            self.assertGreater(int(sent), 0, name)
            self.assertEqual(int(lost), 0, name)
        self.assertIn("'rate' of the IMU, set by C++ and read again: 20", said)
        for node in ("/boards/imu", "/boards/ping", "/boards/qemu_pong", "/boards/posix_pong"):
            self.assertIn(node, said)

    def test_nothing_is_lost_on_lines_that_lose_frames(self):
        said = self.demo("2", "--drop", "5", "--numbers")
        numbers = dict(re.findall(r"^(\w+) ([\d.]+)$", said, re.M))
        self.assertGreater(int(numbers["sent"]), 0)
        self.assertEqual(int(numbers["lost"]), 0)
        self.assertGreater(float(numbers["dropped_percent"]), 0)


unittest.main(verbosity=2)
