"""The Debian packages are built from what tools/packages.txt names for a build.

usage: build_depends_test.py <root of the project>
"""
import pathlib
import re
import sys
import unittest

ROOT = pathlib.Path(sys.argv.pop(1))


def wanted():
    """What [build] names, the first of alternatives."""
    text = (ROOT / "tools/packages.txt").read_text()
    section = re.search(r"^\[build\]\n(.*?)^\[", text, re.S | re.M)[1]
    lines = (line.split("#")[0].strip() for line in section.splitlines())
    return {line.split("|")[0].strip() for line in lines if line}


def named():
    """What debian/control names, without debhelper's level."""
    control = (ROOT / "debian/control").read_text()
    field = re.search(r"^Build-Depends:((?:.*\n)(?: .*\n)*)", control, re.M)[1]
    names = {re.split(r"[ (]", one.strip())[0] for one in field.split(",")}
    return names - {"debhelper-compat"}


class BuildDependsTest(unittest.TestCase):
    def test_debian_control_names_what_a_build_needs(self):
        self.assertEqual(named(), wanted())


if __name__ == "__main__":
    unittest.main()
