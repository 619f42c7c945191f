"""What CMake compiles of the micro client is what a folder of sources has.

usage: sources_test.py <root of the project>
"""
import pathlib
import re
import sys
import unittest

ROOT = pathlib.Path(sys.argv.pop(1)).resolve()
MICRO = ROOT / "micro"
sys.path.insert(0, str(MICRO / "packaging"))
import sources  # noqa: E402  pylint: disable=wrong-import-position

CMAKE = (MICRO / "ranvier_micro.cmake").read_text()


def named(pattern):
    """The sources that one command of ranvier_micro.cmake names."""
    return set(re.findall(r"[\w/]+\.c", re.search(pattern, CMAKE)[1]))


class SourcesTest(unittest.TestCase):
    def test_the_client_is_every_source_of_its_folders(self):
        everywhere, of_posix = named(r"set\(sources (wire/[^)]+)"), named(r"if\(UNIX\)\s+list\(APPEND ([^)]+)")
        self.assertEqual(of_posix, set(sources.OF_POSIX))
        self.assertEqual(everywhere | of_posix, {str(path.relative_to(MICRO)) for folder in (
            "wire", "session", "transport") for path in (MICRO / folder).glob("*.c")})

    def test_what_needs_a_package_of_messages_is_left_out_without_it(self):
        needing = {package: set(re.findall(r"ros\}/(\w+\.c)", words)) for package, words in re.findall(
            r'if\("(\w+)" IN_LIST packages\)\s+target_sources\(([^)]+)', CMAKE)}
        self.assertEqual(needing, {package: set(names) for package, names in sources.NEED.items()})
        always = named(r"set\(sources (codec\.c[^)]+)")
        self.assertEqual(always.union(*needing.values()), {path.name for path in (MICRO / "ros").glob("*.c")})


if __name__ == "__main__":
    unittest.main()
