"""Launch tests of packages, as colcon runs them against an installed and moved prefix.

usage: launch_tests_test.py <build folder> [unittest arguments]
"""
import importlib.util
import pathlib
import re
import shlex
import sys
import unittest

from prefix import Prefix

BUILD = pathlib.Path(sys.argv.pop(1)).resolve()
PACKAGES = pathlib.Path(__file__).resolve().parent / "launch_tests"


def why_not():
    if not pathlib.Path("/usr/share/ament_cmake").exists():
        return "ament-cmake is not installed; Ubuntu 24.04 does not package it"
    if not list((BUILD / "lib/python3/site-packages").glob("_ranvier.*.so")):
        return "the build has no Python extension"
    return ""


@unittest.skipIf(why_not(), why_not())
class LaunchTests(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.prefix = Prefix(BUILD)
        cls.addClassCleanup(cls.prefix.close)

    def results_of(self, package):
        """Build and test a package in a workspace; give what colcon says of its results."""
        workspace = self.prefix.build_with_colcon(PACKAGES / package)
        # `ros2 test` takes a domain that is free, unless the shell names one.
        self.prefix.run("env -u ROS_DOMAIN_ID colcon test", cwd=workspace)
        results = {}
        for path in (workspace / "build" / package).rglob("*.xml"):
            name = path.name.removesuffix(".xunit.xml").removesuffix(".xml")
            counts = re.search(r'<testsuites?\b[^>]*', path.read_text())
            if counts:
                results[name] = {key: int(value) for key, value in
                                 re.findall(r'(tests|failures|errors)="(\d+)"', counts[0])}
        said = self.prefix.run("colcon test-result --verbose || true", cwd=workspace)
        return workspace, results, said

    def test_add_launch_test_and_add_ros_test_run_files_and_keep_their_results(self):
        workspace, results, said = self.results_of("clockwork")
        self.assertEqual(results["test_ticks.py"]["tests"], 2, said)
        self.assertEqual(results["test_ticks.py"]["failures"], 0, said)
        self.assertEqual(results["made"], {"tests": 2, "failures": 0, "errors": 0}, said)
        self.assertEqual(results["hand_moves"], {"tests": 1, "failures": 0, "errors": 0}, said)
        # One that fails is counted, and the rest of its file is run.
        self.assertEqual(results["stands_still"]["tests"], 2)
        self.assertEqual(results["stands_still"]["failures"], 1, said)
        self.assertRegex(said, r"tests, 0 errors, 1 failure")
        listed = self.prefix.run("ctest --show-only=json-v1", cwd=workspace / "build/clockwork")
        self.assertIn("wooden", listed)

    @unittest.skipUnless(importlib.util.find_spec("pytest"), "pytest is not installed")
    def test_pytest_finds_the_plugins_by_the_metadata_of_the_prefix(self):
        _, _, said = self.results_of("cuckoo")
        self.assertRegex(said, r"Summary: 2 tests, 0 errors, 0 failures, 0 skipped")

    def test_a_file_that_is_not_there_is_named(self):
        folder = self.prefix.scratch / "broken"
        folder.mkdir()
        (folder / "package.xml").write_text(
            (PACKAGES / "clockwork/package.xml").read_text().replace("clockwork", "broken"))
        for package, function in (("launch_testing_ament_cmake", "add_launch_test"),
                                  ("ros_testing", "add_ros_test")):
            (folder / "CMakeLists.txt").write_text(
                "cmake_minimum_required(VERSION 3.16)\nproject(broken NONE)\n"
                f"find_package(ament_cmake REQUIRED)\nfind_package({package} REQUIRED)\n"
                f"{function}(test/none.py)\nament_package()\n")
            with self.assertRaises(AssertionError) as raised:
                self.prefix.run(f"cmake -S {folder} -B {folder}/build -G Ninja")
            said = " ".join(str(raised.exception).split())
            self.assertIn(f"{function}(test/none.py): there is no file '{folder}/test/none.py'", said)

    def test_the_command_launch_test_runs_from_the_prefix(self):
        file = shlex.quote(str(PACKAGES / "clockwork/test/ticks.py"))
        self.assertIn("OK", self.prefix.run(f"launch_test {file} word:=tick"))


if __name__ == "__main__":
    unittest.main()
