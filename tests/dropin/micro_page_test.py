"""docs/micro_first_publisher.md as its reader follows it, outside the tree and from a prefix: its
files are written, its commands run, and `ros2 topic echo` sees what the board publishes.

usage: micro_page_test.py <build folder> <root of the project>

The board wants gcc-arm-none-eabi and qemu-system-arm, and its task of FreeRTOS that cargo fetches
the kernel; without, that is skipped.
"""
import pathlib
import re
import shlex
import shutil
import subprocess
import sys
import unittest

from prefix import RUN_LIMIT_S, Prefix, environment

BUILD, ROOT = (pathlib.Path(sys.argv.pop(1)).resolve() for _ in range(2))
BLOCK = re.compile(r"^```(\w+)(?: file=(\S+))?\n(.*?)^```$", re.M | re.S)
BOARD = ("arm-none-eabi-gcc", "qemu-system-arm")
HAS_BOARD = all(map(shutil.which, BOARD))
WHY_NOT = f"without {' or '.join(BOARD)}: tools/bootstrap.sh micro installs both"
IN_NETWORK_OF_ITS_OWN = "unshare --user --map-root-user --net"


def works(command):
    return subprocess.run(command.split(), check=False, stderr=subprocess.DEVNULL).returncode == 0


class MicroPage(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.prefix = Prefix(BUILD)
        cls.addClassCleanup(cls.prefix.close)
        cls.folder = cls.prefix.scratch / "page"
        cls.folder.mkdir()
        page = (ROOT / "docs/micro_first_publisher.md").read_text()
        cls.commands = {}  # of each heading
        for title, text in re.findall(r"^## (.*?)\n(.*?)(?=^## |\Z)", page, re.M | re.S):
            blocks = BLOCK.findall(text)
            for _, name, content in blocks:
                if name:
                    (cls.folder / name).write_text(content)
            cls.commands[title] = [content for language, _, content in blocks if language == "sh"]

    def run_in_page(self, command):
        return self.prefix.run(command, cwd=self.folder)

    @unittest.skipUnless(works(f"{IN_NETWORK_OF_ITS_OWN} true"), "no user namespaces here")
    def test_a_process_of_linux_is_heard(self):
        compile_, agent, program, echo = self.commands["On Linux"]
        self.run_in_page(compile_)
        together = ("trap 'kill $(jobs -p)' EXIT; ip link set lo up; "
                    f"{agent.strip()} & {program.strip()} & timeout {RUN_LIMIT_S} {echo}")
        heard = self.run_in_page(f"{IN_NETWORK_OF_ITS_OWN} bash -c {shlex.quote(together)}")
        self.assertRegex(heard, r"(?m)^data: \d+$")

    def test_the_folder_for_arduino_and_others_is_written(self):
        command = "ranvier-micro-library FOLDER --sources"
        self.assertIn(f"`{command}`", (ROOT / "docs/micro_first_publisher.md").read_text())
        self.run_in_page(f"{command} --packages std_msgs")
        for name in ("library.properties", "src/rclc/rclc.h", "src/std_msgs/msg/int32.h"):
            self.assertTrue((self.folder / "FOLDER" / name).exists(), name)

    def start(self, command):
        """Its last line goes on beside the test."""
        *before, last = command.replace("\\\n", "").strip().splitlines()
        process = subprocess.Popen(
            self.prefix.shell("\n".join([*before, f"exec {last}"])),
            cwd=self.folder, env=environment(), text=True, stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT)
        self.addCleanup(process.stdout.close)
        self.addCleanup(process.wait)
        self.addCleanup(process.kill)
        return process

    def check_board(self):
        """The program that was compiled is heard from the board."""
        _, agent, board, echo = self.commands["On a Cortex-M3"]
        said = next((line for line in self.start(agent).stdout if "boards open" in line), "")
        device = re.search(r"/dev/\S+", said)
        self.assertIsNotNone(device, said)
        self.assertIn("/dev/pts/7", board)
        self.start(board.replace("/dev/pts/7", device[0]))
        self.assertRegex(self.run_in_page(f"timeout {RUN_LIMIT_S} {echo}"), r"(?m)^data: \d+$")

    @unittest.skipUnless(HAS_BOARD, WHY_NOT)
    def test_a_cortex_m3_is_heard(self):
        self.run_in_page(self.commands["On a Cortex-M3"][0])
        self.check_board()

    @unittest.skipUnless(HAS_BOARD, WHY_NOT)
    def test_a_task_of_freertos_is_heard(self):
        fetched = subprocess.run([ROOT / "tools/fetch_freertos.sh", self.folder], check=False,
                                 stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True)
        if fetched.returncode != 0:
            self.skipTest(f"cargo could not fetch FreeRTOS: {fetched.stdout[-200:]}")
        if not (self.folder / "for_board").exists():
            self.run_in_page(self.commands["On a Cortex-M3"][0])
        (self.folder / "publisher.elf").unlink()
        self.run_in_page(self.commands["As a task of FreeRTOS"][0])
        self.check_board()


if __name__ == "__main__":
    unittest.main()
