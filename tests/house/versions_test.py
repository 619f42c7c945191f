"""The versions that packages say they have are those of api/versions.txt, and rest on api/changes.txt.

usage: versions_test.py <root of the project> <build folder>
"""
import pathlib
import re
import sys
import unittest

BUILD = pathlib.Path(sys.argv.pop(2))
ROOT = pathlib.Path(sys.argv.pop(1))
ROWS = [line.split(": ") for line in (ROOT / "api/versions.txt").read_text().splitlines()
        if line and not line.startswith("#")]
VERSIONS = dict(ROWS)
CHANGES = [line.split(" | ") for line in (ROOT / "api/changes.txt").read_text().splitlines()
           if line and not line.startswith("#")]
# Packages that ROS 2 does not have.
OURS = {"ranvier_analysis", "ranvier_messages", "ranvier_prefix", "ranvier_tracing",
        "ros2security", "ros2workspace", "rosidl_typesupport_ranvier",
        # Of other releases than Jazzy's own list: names that stand for classes of rclcpp here.
        "callback_isolated_executor", "cie_thread_configurator", "cm_executors"}
OWN = re.search(r"project\(ranvier VERSION ([\d.]+)", (ROOT / "CMakeLists.txt").read_text())[1]


def number(version: str) -> tuple:
    return tuple(int(part) for part in version.split("."))


def changes_of() -> dict:
    """Package -> its rows, as (version, change, mark); the mark of a row without one is ''."""
    found = {}
    for row in CHANGES:
        *packages, version = row[0].split()
        for package in packages:
            found.setdefault(package, []).append((version, row[1], "".join(row[2:])))
    return found


def is_test(mark: str) -> bool:
    """Whether the mark `file:name` names a test that the file has."""
    file, _, name = mark.partition(":")
    path = ROOT / file
    if not name or not path.is_file():
        return False
    declared = rf"(\bTEST(_F|_P)?\(\w+,\s*|\bTYPED_TEST(_P)?\(\w+,\s*|\bdef ){name}\b"
    return re.search(declared, path.read_text()) is not None


class Changes(unittest.TestCase):
    """What the versions promise."""

    def test_rows_are_sorted_by_package_and_version(self):
        keys = [(first[0], number(first[-1])) for first in (row[0].split() for row in CHANGES)]
        self.assertEqual(keys, sorted(keys))

    def test_the_last_row_of_a_package_has_the_version_that_it_says(self):
        last = {name: rows[-1][0] for name, rows in changes_of().items()}
        self.assertEqual({name: last[name] for name in last if name in VERSIONS}, VERSIONS)

    def test_of_a_package_that_the_prefix_does_not_have_all_is_left_out(self):
        for name, rows in changes_of().items():
            if name not in VERSIONS:
                self.assertEqual([], [row for row in rows if not row[2].startswith("left out")], name)

    def test_each_change_has_a_mark_and_each_mark_that_names_a_test_is_right(self):
        for *row, mark in (["", *row][-3:] for row in CHANGES):
            if mark.startswith("nothing"):
                continue
            with self.subTest(row=row):
                self.assertTrue(mark == "there" or is_test(mark) or
                                re.match("left out: .{10,}", mark),
                                f"'{mark}' is neither a test that is there nor a reason")

    def test_the_last_change_of_a_package_is_held_by_a_test_or_left_out(self):
        for name, rows in changes_of().items():
            made = [row for row in rows if not row[1].startswith("nothing")]
            with self.subTest(package=name):
                self.assertFalse(made and made[-1][2] == "there", f"name the test of {made[-1:]}")


class Versions(unittest.TestCase):
    def test_rows_are_sorted_and_each_package_has_one(self):
        names = [name for name, _ in ROWS]
        self.assertEqual(names, sorted(set(names)))

    def test_every_package_of_the_prefix_but_ours_has_a_row(self):
        made = {path.name for path in (BUILD / "packages").iterdir()
                if (path / "package.xml").exists()}
        self.assertEqual(made - OURS, set(VERSIONS))

    def test_what_find_package_and_package_xml_say_is_the_row(self):
        for name in [*VERSIONS, *OURS]:
            version = VERSIONS.get(name, OWN)
            folder = BUILD / "packages" / name
            self.assertIn(f'set(PACKAGE_VERSION "{version}")',
                          (folder / f"{name}Config-version.cmake").read_text())
            self.assertIn(f"<version>{version}</version>", (folder / "package.xml").read_text())
            self.assertIn(f'set({name}_VERSION "{version}")',
                          (folder / f"{name}Config.cmake").read_text())

    def test_packages_with_headers_of_their_own_have_a_version_header(self):
        with_headers = {path.parent.name for path in (ROOT / "api").glob("*/include")} - OURS
        for name in with_headers:
            text = (BUILD / "versions" / name / name / "version.h").read_text()
            self.assertIn(f'#define {name.upper()}_VERSION_STR "{VERSIONS[name]}"', text)
        self.assertEqual({path.name for path in (BUILD / "versions").iterdir()}, with_headers)


unittest.main()
