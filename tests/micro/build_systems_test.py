"""The folder for Arduino, PlatformIO, ESP-IDF and Zephyr is whole: its sources compile without a
warning as each of them would compile them, and programs of micro-ROS link.

usage: build_systems_test.py <root of the project> <ranvier-micro-agent>

These systems themselves are not used (build_systems/CMakeLists.txt says what of them is there). For
a Cortex-M3 it wants gcc-arm-none-eabi; without, that is skipped.
"""
import json
import os
import pathlib
import re
import shutil
import signal
import subprocess
import sys
import tempfile
import time
import unittest

sys.path.append(str(pathlib.Path(__file__).resolve().parents[1] / "support"))
from own_domain import own_domain  # noqa: E402

ROOT = pathlib.Path(sys.argv.pop(1)).resolve()
AGENT = sys.argv.pop(1)
sys.path.append(str(ROOT / "micro/packaging"))
import library  # noqa: E402

STUBS = pathlib.Path(__file__).resolve().parent / "build_systems"
PACKAGES = ("std_msgs", "rcl_interfaces", "lifecycle_msgs", "action_msgs")
PROGRAMS = ("counter", "names", "waiting", "wifi", "idf_program", "idf_net", "zephyr_program",
            "zephyr_udp", "zephyr_SERIAL", "zephyr_SERIAL_USB")
SERIAL, UDP = ("pseudoterminal",), ("udp4", "-p", "0")
# Each over the way that the package has for its system.
PUBLISHING = {"counter": SERIAL, "zephyr_SERIAL": SERIAL, "wifi": UDP, "idf_net": UDP,
              "zephyr_udp": UDP}
SECONDS = 60
ARM = "arm-none-eabi"


class BuildSystems(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        scratch = tempfile.TemporaryDirectory()
        cls.addClassCleanup(scratch.cleanup)
        cls.scratch = pathlib.Path(scratch.name)
        cls.folder = cls.scratch / "ranvier_micro"
        subprocess.run([sys.executable, "-B", ROOT / "micro/packaging/sources.py", cls.folder,
                        "--packages", *PACKAGES], check=True)

    def build(self, name, *words):
        """The folder with the programs."""
        to = self.scratch / name
        for command in (["cmake", "-S", STUBS, "-B", to, f"-DFOLDER={self.folder}", *words],
                        ["cmake", "--build", to, "--parallel"]):
            ran = subprocess.run(command, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True,
                                 check=False)
            self.assertEqual(ran.returncode, 0, ran.stdout)
        self.assertEqual([program for program in PROGRAMS if not (to / program).exists()], [])
        return to

    def test_each_compiles_and_publishes_over_its_serial_line_or_network(self):
        programs = self.build("here")
        environment = {**os.environ, "XRCE_DOMAIN_ID_OVERRIDE": str(own_domain()),
                       "ROS_AUTOMATIC_DISCOVERY_RANGE": "LOCALHOST"}
        for program, way in PUBLISHING.items():
            with self.subTest(program), \
                    subprocess.Popen([AGENT, *way], stdout=subprocess.PIPE, stderr=subprocess.STDOUT,
                                     text=True, env=environment) as agent:
                try:
                    said = next((line for line in agent.stdout if "boards " in line), "")
                    self.assertRegex(said, r"(/dev/\S+|\d+)$")
                    board = subprocess.Popen([programs / program, said.split()[-1]])
                    try:
                        self.wait_for_samples(agent, board)
                    finally:
                        board.kill()
                        board.wait()
                finally:
                    agent.kill()

    def test_its_serial_line_lets_others_run_while_it_waits(self):
        ran = subprocess.run([self.build("here") / "waiting"], check=False, timeout=SECONDS)
        self.assertEqual(ran.returncode, 0, "a claim of waiting.cpp does not hold")

    def wait_for_samples(self, agent, board):
        """Until the agent counts samples of the board."""
        until = time.monotonic() + SECONDS
        count, line = 0, ""
        while count < 3 and time.monotonic() < until and board.poll() is None:
            agent.send_signal(signal.SIGUSR1)
            line = agent.stdout.readline()
            found = re.search(r"samples from boards (\d+)", line)
            count = int(found[1]) if found else count
        self.assertGreaterEqual(count, 3, line)

    @unittest.skipUnless(shutil.which("arm-none-eabi-g++"),
                         "without arm-none-eabi-g++: tools/bootstrap.sh micro installs it")
    def test_each_compiles_for_a_cortex_m3(self):
        self.build("cortex_m3", *library.toolchain_words(ARM), f"-DCMAKE_CXX_COMPILER={ARM}-g++",
                   f"-DFLAGS={library.USUAL_FLAGS[ARM]}", "-DLINK=--specs=nosys.specs")

    def test_a_board_of_avr_is_told_why_it_cannot(self):
        ran = subprocess.run(["gcc", "-D__AVR__", "-DARDUINO=10819", "-fsyntax-only",
                              f"-I{self.folder}/src", self.folder / "src/ranvier_micro/system.c"],
                             stderr=subprocess.PIPE, text=True, check=False)
        self.assertNotEqual(ran.returncode, 0)
        self.assertIn("take a board of 32 bits", ran.stderr)

    def test_their_own_files_name_the_folder_as_each_system_asks(self):
        version = re.search(r"^project\(ranvier VERSION ([\d.]+)",
                            (ROOT / "CMakeLists.txt").read_text(), re.M)[1]
        arduino = dict(line.split("=", 1) for line in
                       (self.folder / "library.properties").read_text().splitlines())
        self.assertEqual((arduino["name"], arduino["version"]), ("ranvier_micro", version))
        self.assertTrue((self.folder / "src" / arduino["includes"]).exists())
        platformio = json.loads((self.folder / "library.json").read_text())
        self.assertEqual((platformio["name"], platformio["version"]), ("ranvier_micro", version))
        for header in platformio["headers"]:
            self.assertTrue((self.folder / "src" / header).exists(), header)
        self.assertIn(f'version: "{version}"', (self.folder / "idf_component.yml").read_text())
        self.assertIn("config MICRO_ROS_AGENT_IP", (self.folder / "Kconfig.projbuild").read_text())
        module = (self.folder / "zephyr/module.yml").read_text()
        folder = re.search(r"cmake: (\S+)", module)[1]
        self.assertTrue((self.folder / folder / "CMakeLists.txt").exists())
        self.assertTrue((self.folder / re.search(r"kconfig: (\S+)", module)[1]).exists())
        self.assertTrue((self.folder / "examples/counter/counter.ino").exists())


unittest.main(verbosity=2)
