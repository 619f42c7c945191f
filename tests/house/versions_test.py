"""The versions that packages say they have are those of api/versions.txt.

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
# Packages that ROS 2 does not have.
OURS = {"ranvier_analysis", "ranvier_messages", "ranvier_prefix", "ranvier_tracing",
        "rosidl_typesupport_ranvier"}
OWN = re.search(r"project\(ranvier VERSION ([\d.]+)", (ROOT / "CMakeLists.txt").read_text())[1]


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
