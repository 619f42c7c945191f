"""The programs of micro/size are as small as they must be, need no heap and run on a board.

usage: size_test.py <root of the project> <ranvier-micro-agent>

Flash and RAM want gcc-arm-none-eabi, the stack qemu-system-arm; without, that is skipped.
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

ROOT = pathlib.Path(sys.argv.pop(1)).resolve()
AGENT = sys.argv.pop(1)

# Bytes: flash, static RAM, and the deepest stack.
MOST = {
    "client-best-effort": (9 * 1024, 1024, 800),
    "client-reliable": (11 * 1024, 3 * 1024, 800),
    "rclc": (24 * 1024, 8 * 1024, 800),
    "rclc-graph": (26 * 1024, 9 * 1024, 800),
}
# Bytes of static RAM of one more, without the user's message.
MOST_OF_ENTITY = {"publisher": 120, "subscription": 120, "handle": 32}


def measure(folder, **environment):
    """What micro/size/measure.sh prints."""
    ran = subprocess.run(
        [ROOT / "micro/size/measure.sh", folder], env={**os.environ, **environment},
        stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, timeout=240, check=False)
    if ran.returncode != 0:
        raise AssertionError(ran.stdout)
    return ran.stdout


@unittest.skipUnless(shutil.which("arm-none-eabi-gcc"),
                     "there is no arm-none-eabi-gcc: apt-get install gcc-arm-none-eabi "
                     "libnewlib-arm-none-eabi, or tools/bootstrap.sh micro")
class Sizes(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        folder = tempfile.TemporaryDirectory()
        cls.addClassCleanup(folder.cleanup)
        cls.folder = pathlib.Path(folder.name)
        cls.on_board = shutil.which("qemu-system-arm") is not None
        agent = {"AGENT": AGENT} if cls.on_board else {}
        cls.said = measure(cls.folder, XRCE_DOMAIN_ID_OVERRIDE=str(own_domain()),
                           ROS_AUTOMATIC_DISCOVERY_RANGE="LOCALHOST", **agent)
        print(cls.said, end="")

    def test_flash_and_ram_are_within_their_bounds(self):
        rows = re.findall(r"^(\S+) +flash +(\d+) +ram +(\d+)$", self.said, re.M)
        self.assertEqual({name for name, _, _ in rows}, set(MOST))
        for name, flash, ram in rows:
            self.assertLessEqual(int(flash), MOST[name][0], f"flash of {name}")
            self.assertLessEqual(int(ram), MOST[name][1], f"RAM of {name}")

    def test_an_entity_is_as_small_as_it_must_be(self):
        rows = re.findall(r"^(\S+) +ram +(\d+)$", self.said, re.M)
        self.assertEqual({name for name, _ in rows}, set(MOST_OF_ENTITY))
        for name, ram in rows:
            self.assertGreater(int(ram), 0, name)
            self.assertLessEqual(int(ram), MOST_OF_ENTITY[name], name)

    def test_no_program_links_a_heap(self):
        for program in MOST:
            names = subprocess.run(["arm-none-eabi-nm", self.folder / f"{program}.elf"],
                                   capture_output=True, text=True, check=True).stdout
            self.assertIn(" main", names)
            self.assertIsNone(re.search(r"\b_?(malloc|calloc|realloc|sbrk)(_r)?$", names, re.M))

    def test_the_stack_is_within_its_bound_when_eight_samples_went_round(self):
        if not self.on_board:
            self.skipTest("there is no qemu-system-arm: tools/bootstrap.sh micro")
        stacks = re.findall(r"^(\S+) +flash.*\n +stack (\d+)$", self.said, re.M)
        self.assertEqual({name for name, _ in stacks}, set(MOST))
        for name, stack in stacks:
            self.assertLessEqual(int(stack), MOST[name][2], f"stack of {name}")


unittest.main(verbosity=2)
