"""The Debian packages are built from what tools/packages.txt names for a build and for `make deb`.

usage: build_depends_test.py <root of the project>
"""
import pathlib
import re
import sys
import unittest

ROOT = pathlib.Path(sys.argv.pop(1))


def wanted(part):
    """What [part] names, the first of alternatives."""
    text = (ROOT / "tools/packages.txt").read_text()
    section = re.search(rf"^\[{part}\]\n(.*?)^\[", text, re.S | re.M)[1]
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
        self.assertEqual(named() - wanted("deb"), wanted("build"))

    def test_a_profile_of_debian_control_is_known_to_the_rules(self):
        profiles = re.findall(r"^Build-Profiles: <!(.*)>$", (ROOT / "debian/control").read_text(), re.M)
        self.assertNotEqual(profiles, [])
        for profile in profiles:
            self.assertIn(f"$(filter {profile},$(DEB_BUILD_PROFILES))", (ROOT / "debian/rules").read_text())

    def test_whether_packages_have_lttng_does_not_depend_on_the_machine(self):
        self.assertIn("liblttng-ust-dev", named() & wanted("deb"))


if __name__ == "__main__":
    unittest.main()
