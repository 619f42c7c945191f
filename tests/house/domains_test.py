"""Tests that run at the same time never meet: each takes a DDS domain that no other has.

usage: domains_test.py <root of the project>
"""
import concurrent.futures
import pathlib
import re
import subprocess
import sys
import unittest

ROOT = pathlib.Path(sys.argv.pop(1))
SUPPORT = ROOT / "tests/support"
FOLDERS = ("tests", "bench/tests", "src", "python")
KINDS = {".cc", ".cpp", ".h", ".hpp", ".py", ".sh"}
# A domain of the process's number: two processes in a hundred starts have the same.
BY_PROCESS = re.compile(r"getpid\(\)\W*%")
HOLD = "import own_domain; print(own_domain.own_domain(), flush=True); input()"


def holder():
    return subprocess.Popen([sys.executable, "-B", "-c", HOLD], cwd=SUPPORT, text=True,
                            stdin=subprocess.PIPE, stdout=subprocess.PIPE)


class Domains(unittest.TestCase):
    def test_no_test_takes_a_domain_by_the_number_of_its_process(self):
        own = pathlib.Path(__file__).resolve()
        found = [str(path.relative_to(ROOT)) for folder in FOLDERS
                 for path in (ROOT / folder).rglob("*")
                 if path.suffix in KINDS and path.resolve() != own
                 and BY_PROCESS.search(path.read_text())]
        self.assertEqual(found, [], "take own_domain() of tests/support")

    def test_processes_at_the_same_time_have_different_domains(self):
        holders = [holder() for _ in range(8)]
        try:
            with concurrent.futures.ThreadPoolExecutor(len(holders)) as pool:
                domains = list(pool.map(lambda each: int(each.stdout.readline()), holders))
        finally:
            for each in holders:
                each.communicate("\n")
        self.assertEqual(len(set(domains)), len(holders), domains)


unittest.main()
