"""`make install` builds what it installs, and no more.

usage: prefix_test.py <build folder>
"""
import pathlib
import re
import subprocess
import sys
import unittest

BUILD = pathlib.Path(sys.argv.pop(1)).resolve()
INSTALLED = re.compile(r"TYPE (?:SHARED_LIBRARY|STATIC_LIBRARY|EXECUTABLE|MODULE)[^)]*?FILES([^)]*)\)")


def scripts(of_benches):
    """What `cmake --install` runs; of_benches: what it runs for build/bench, which is no part of the whole."""
    for script in BUILD.rglob("cmake_install.cmake"):
        if (script.relative_to(BUILD).parts[0] == "bench") == of_benches:
            yield script


def installed(of_benches=False):
    """The libraries and programs that `cmake --install` copies, as paths in the build folder."""
    found = set()
    for script in scripts(of_benches):
        for files in INSTALLED.findall(script.read_text()):
            found.update(re.findall(rf'"{re.escape(str(BUILD))}/([^"]+)"', files))
    return found


def built(*targets):
    """The outputs of the commands that ninja runs for these, or for the target `prefix`."""
    commands = subprocess.run(["ninja", "-C", BUILD, "-t", "commands", *(targets or ["prefix"])],
                              capture_output=True, text=True, check=True).stdout
    return set(re.findall(r" -o (\S+)", commands))


class Prefix(unittest.TestCase):
    def test_what_is_installed_is_built(self):
        files = installed()
        self.assertGreater(len(files), 30)
        self.assertIn("bin/ranvier", files)
        self.assertEqual(sorted(files - built()), [])

    def test_what_is_installed_of_benches_is_built(self):
        files = installed(of_benches=True)
        self.assertIn("bin/ranvier-bench", files)
        self.assertEqual(sorted(files - built("prefix", "instruments")), [])

    def test_no_bench_and_no_test_is_built(self):
        self.assertEqual([name for name in sorted(built())
                           if re.match(r"(bin|lib)/.*(bench|demo|test_)", name)
                          and not name.startswith("lib/libtest_msgs")], [])


unittest.main()
