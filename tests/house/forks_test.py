"""What tests and benches start ends with them: each fork is fork_child() of tests/support.

usage: forks_test.py <root of the project>
"""
import pathlib
import re
import sys
import unittest

ROOT = pathlib.Path(sys.argv.pop(1))
# Product code does not fork.
PLACES = ("tests", "bench", "apps", "src", "api", "micro")
SOURCES = {".c", ".cc", ".cpp", ".h", ".hpp"}
BARE = re.compile(r"\bv?fork\s*\(\s*\)|PR_SET_PDEATHSIG")
# It says nothing of a parent that was killed before; and of Python's children only the program knows.
OF_PYTHON = re.compile(r"\bprctl\b|PDEATHSIG")
REASONS = {
    "tests/support/fork_child.h": "the one place",
    "bench/ours/stream_room.cc": "removes what its bench leaves, so it outlives it; the end of its pipe ends it",
    "bench/ours/launched_ours.cc": "a program of a launch file, whose process it does not know; where its bench "
                                   "is gone it ends, for nobody hears that it spins",
}


def code_of(path):
    """Its text without strings and comments of one line."""
    return re.sub(r'"[^"\n]*"|//.*', "", path.read_text(encoding="utf-8"))


def found(suffixes, pattern):
    return {str(path.relative_to(ROOT)) for place in PLACES for path in (ROOT / place).rglob("*")
            if path.suffix in suffixes and path.is_file() and pattern.search(code_of(path))}


class Forks(unittest.TestCase):
    def test_no_fork_is_bare(self):
        bare = found(SOURCES, BARE)
        self.assertEqual(bare - set(REASONS), set(), "take fork_child() of tests/support/fork_child.h")
        self.assertEqual(set(REASONS) - bare, set(), "a reason for nothing")

    def test_no_program_in_python_asks_the_kernel_to_end_it(self):
        self.assertEqual(found({".py"}, OF_PYTHON) - {"tests/house/forks_test.py"}, set(),
                         "whoever starts it ends it, as the tests do in finally")

    def test_bare_ones_are_found(self):
        for bare in ("const pid_t child = ::fork();", "id_(fork())", "vfork ( )",
                     "::prctl(PR_SET_PDEATHSIG, SIGKILL);"):
            self.assertRegex(bare, BARE)
        for fine in ("support::fork_child()", "after_fork()", "MakingProcess", "pty.fork(2)"):
            self.assertNotRegex(fine, BARE)


unittest.main()
