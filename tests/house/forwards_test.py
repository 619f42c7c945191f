"""The headers that only include others (api/forwards.txt): what their rows promise.

usage: forwards_test.py <root of the project> <build folder>
"""
import pathlib
import re
import sys
import unittest

BUILD = pathlib.Path(sys.argv.pop(2))
ROOT = pathlib.Path(sys.argv.pop(1))
TEXT = re.sub(r"\n +", " ", (ROOT / "api/forwards.txt").read_text())
ROWS = [line.split(":") for line in TEXT.splitlines() if line and not line.startswith("#")]
NAMES = [name for name, _ in ROWS]
OWN = {path.relative_to(folder).as_posix()
       for folder in (ROOT / "api").glob("*/include") for path in folder.rglob("*.h*")}
# Written for each package of api/ that has a version of Jazzy (versions_test.py).
VERSIONS = {path.relative_to(folder).as_posix()
            for folder in (BUILD / "versions").glob("*") for path in folder.rglob("*.h")}
# Written for the messages and services of interfaces/.
GENERATED = {f"{path.parent.parent.name}/{path.parent.name}/"
             + re.sub(r"(?<=[a-z0-9])(?=[A-Z])", "_", path.stem).lower() + ".hpp"
             for kind in ("msg", "srv") for path in (ROOT / "interfaces").glob(f"*/{kind}/*.{kind}")}
# Of what lies inside rclcpp's own transport, and so of nothing here.
INTERNAL = re.compile(r"rclcpp/(experimental/|graph_listener\.hpp)")


class Forwards(unittest.TestCase):
    def test_rows_are_sorted_and_each_name_has_one(self):
        self.assertEqual(NAMES, sorted(set(NAMES)))

    def test_no_row_hides_a_header_that_holds_something(self):
        self.assertEqual(sorted(OWN.intersection(NAMES)), [])

    def test_each_row_includes_headers_that_exist(self):
        lost = [(name, header) for name, headers in ROWS for header in headers.split()
                if header not in OWN | GENERATED and header not in NAMES]
        self.assertEqual(lost, [])

    def test_the_build_has_the_headers_of_the_table_and_no_other(self):
        made = [path.relative_to(folder).as_posix()
                for folder in (BUILD / "forwards").glob("*") for path in folder.rglob("*.h*")]
        self.assertEqual(sorted(made), NAMES)

    def test_every_header_of_the_lists_of_names_exists(self):
        listed = {header for path in (ROOT / "tests/coverage/names").glob("*.txt")
                  for header in re.findall(r"^<([\w/.]+)>", path.read_text(), re.M)}
        lost = [header for header in listed
                if header not in OWN | VERSIONS and header not in NAMES and not INTERNAL.match(header)]
        self.assertEqual(lost, [])

    def test_every_header_that_packages_include_exists(self):
        packages = "|".join({name.split("/")[0] for name in OWN | set(NAMES)})
        include = re.compile(rf'#\s*include\s*["<]((?:{packages})/[\w/.]+)')
        files = [path for path in (ROOT / "tests/dropin/packages").rglob("*")
                 if path.suffix in {".c", ".cpp", ".h", ".hpp"}]
        included = {header for path in files for header in include.findall(path.read_text())}
        self.assertGreater(len(included), 10)
        self.assertEqual([header for header in included
                          if header not in OWN | VERSIONS and header not in NAMES], [])


unittest.main()
