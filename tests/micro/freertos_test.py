"""The demo's IMU as a task of FreeRTOS that is a process of Linux (micro/boards/freertos_posix).

usage: freertos_test.py <root of the project> <folder of its programs>

The kernel comes from crates.io by tools/fetch_freertos.sh; without it this is skipped.
"""
import os
import pathlib
import re
import subprocess
import sys
import tempfile
import unittest

sys.path.append(str(pathlib.Path(__file__).resolve().parents[1] / "support"))
from own_domain import own_domain  # noqa: E402

ROOT, PROGRAMS = (pathlib.Path(path).resolve() for path in (sys.argv.pop(1), sys.argv.pop(1)))


def run(*words, **more):
    return subprocess.run([str(word) for word in words], stdout=subprocess.PIPE,
                          stderr=subprocess.STDOUT, text=True, timeout=280, check=False, **more)


class FreeRtosOnPosix(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        folder = tempfile.TemporaryDirectory()
        cls.addClassCleanup(folder.cleanup)
        cls.folder = pathlib.Path(folder.name)
        fetched = run(ROOT / "tools/fetch_freertos.sh", cls.folder)
        if fetched.returncode != 0:
            raise unittest.SkipTest(f"cargo could not fetch the kernel: {fetched.stdout[-200:]}")
        built = run(ROOT / "micro/boards/freertos_posix/build.sh", cls.folder, "imu")
        if built.returncode != 0:
            raise AssertionError(built.stdout)
        cls.environment = {**os.environ, "ROS_DOMAIN_ID": str(own_domain()),
                           "XRCE_DOMAIN_ID_OVERRIDE": str(own_domain()),
                           "ROS_AUTOMATIC_DISCOVERY_RANGE": "LOCALHOST"}

    def start(self, *words):
        process = subprocess.Popen([str(word) for word in words], stdout=subprocess.PIPE,
                                   stderr=subprocess.STDOUT, text=True, env=self.environment)
        self.addCleanup(process.stdout.close)
        self.addCleanup(process.wait)
        self.addCleanup(process.kill)
        return process

    def start_agent(self, port="0"):
        agent = self.start(PROGRAMS / "ranvier-micro-agent", "udp4", "-p", port)
        said = next((line for line in agent.stdout if "boards come in" in line), "")
        return agent, re.search(r"port (\d+)", said)[1]

    def check_imu(self):
        """The host hears all, and sets its parameter."""
        host = run(PROGRAMS / "micro_demo_host", 1, env=self.environment)
        self.assertEqual(host.returncode, 0, host.stdout)
        told = dict(re.findall(r"^(imu\.\w+) (\d+)$", host.stdout, re.M))
        self.assertGreater(int(told["imu.sent"]), 0)
        self.assertEqual(told["imu.lost"], "0")
        self.assertEqual(told["imu.rate"], "20")
        self.assertIn("node /boards/imu", host.stdout)

    def test_a_task_publishes_and_serves_parameters_and_comes_back_to_a_restarted_agent(self):
        agent, port = self.start_agent()
        imu = self.start(self.folder / "imu_freertos_posix", port)
        self.check_imu()
        agent.kill()
        agent.wait()
        self.start_agent(port)
        self.check_imu()
        self.assertIsNone(imu.poll(), "the program still runs")

    def test_a_program_without_a_port_says_what_it_wants(self):
        ran = run(self.folder / "imu_freertos_posix")
        self.assertEqual(ran.returncode, 2)
        self.assertIn("usage:", ran.stdout)


unittest.main(verbosity=2)
