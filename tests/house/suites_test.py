"""No test is forgotten: ctest of build/ has every one, and the table of the other suites is right.

usage: suites_test.py <root of the project> <build folder of the suite main>
"""
import pathlib
import re
import sys
import unittest

ROOT, BUILD = (pathlib.Path(path).resolve() for path in (sys.argv.pop(1), sys.argv.pop(1)))
sys.path.insert(0, str(ROOT / "tools"))
from compiled_sources import compiled_sources  # noqa: E402

FOLDERS = ("src", "api", "apps", "bench", "tests")


def table():
    """(part, suite, until) of each line of tools/suites.txt."""
    lines = (ROOT / "tools/suites.txt").read_text().splitlines()
    return [tuple(line.split("#")[0].split()) for line in lines if line.split("#")[0].strip()]


def parts():
    """The rooms, and the folders of tests."""
    rooms = re.findall(r"^ *ranvier_room\((\w+)", (ROOT / "CMakeLists.txt").read_text(), re.M)
    return {*rooms, *(path.parent.name for path in (ROOT / "tests").glob("*/CMakeLists.txt"))}


def test_files(suffix):
    return {path for folder in FOLDERS for path in (ROOT / folder).rglob(f"*_test{suffix}")}


def what_ctest_runs():
    return "\n".join(path.read_text() for path in BUILD.rglob("CTestTestfile.cmake"))


class Suites(unittest.TestCase):
    def test_every_line_of_the_table_names_what_there_is(self):
        known = parts()
        for line in table():
            self.assertEqual(len(line), 3, f"part, suite and until, please: {line}")
            self.assertIn(line[0], known)
            self.assertIn(line[1], ("asan", "tsan", "arm64"), "main has every part")
            self.assertIn(line[2], ("test-all", "never"))

    def test_no_line_of_the_table_is_said_twice(self):
        pairs = [line[:2] for line in table()]
        self.assertEqual(len(pairs), len(set(pairs)), sorted(pairs))

    def test_every_source_of_a_test_is_in_a_program_that_main_runs(self):
        run = set(re.findall(r"/(\w+)\[1\]_include\.cmake", what_ctest_runs()))
        found = set()
        for source, entry in compiled_sources(BUILD):
            program = re.search(r"CMakeFiles/(\w+)\.dir/", entry["command"])
            if program and program[1] in run:
                found.add(pathlib.Path(source).resolve())
        self.assertEqual(test_files(".cc") - found, set())

    def test_every_script_of_a_test_is_run_by_main(self):
        run = what_ctest_runs()
        self.assertEqual([path for path in test_files(".py") if str(path) not in run], [])


unittest.main()
