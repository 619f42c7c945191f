"""The Debian package of the benches, installed by dpkg in a bare Debian.

usage: deb_bench_test.py <build folder> [unittest arguments]
"""
import json
import os
import pathlib
import sys
import unittest

from debian_packages import OPT, Debian, packages_of

BUILD = pathlib.Path(sys.argv.pop(1)).resolve()


def setUpModule():  # pylint: disable=invalid-name
    global DEBIAN  # pylint: disable=global-statement
    scratch = packages_of(BUILD)
    packages = [*scratch.glob("ranvier_*.deb"), *scratch.glob("ranvier-bench_*.deb")]
    if len(packages) == 1:
        raise unittest.SkipTest("the build has no benches: ninja -C build instruments")
    DEBIAN = Debian(scratch / "bench", *packages)


class BenchTest(unittest.TestCase):
    def bench(self, words):
        """The cases of the report, by their names."""
        DEBIAN.said(*DEBIAN.shell(f"ranvier bench {words} --repeats 1 --json /tmp/report.json"))
        report = json.loads((DEBIAN.tree.root / "tmp/report.json").read_text())
        return {case["name"]: case for case in report["cases"]}

    def test_ours_and_raw_are_measured_without_a_tree(self):
        for words in ("floor --seconds 0.2", "fanout --case same-process/burst/1-node$ --seconds 0.3"):
            with self.subTest(words):
                cases = self.bench(words)
                self.assertNotEqual(cases, {})
                for case in cases.values():
                    self.assertNotIn("error", case)

    def test_launch_files_and_workers_in_python_are_there(self):
        for words in ("command --case launch/20-nodes$", "python --case in-process/String$ --seconds 0.3"):
            with self.subTest(words):
                for case in self.bench(words).values():
                    self.assertNotIn("error", case)

    def test_the_demo_writes_its_page(self):
        DEBIAN.said(*DEBIAN.shell("ranvier demo --repeats 1 --seconds 0.5 --html /tmp/demo.html"))
        self.assertIn("</html>", (DEBIAN.tree.root / "tmp/demo.html").read_text())

    def test_what_needs_a_tree_says_so(self):
        with DEBIAN.start(*DEBIAN.shell("ranvier bench micro --case size --repeats 1")) as process:
            said, _ = process.communicate()
        self.assertNotEqual(process.returncode, 0)
        self.assertIn("is in the tree of Ranvier alone", said)

    def test_a_launch_file_is_measured_in_three_deployments(self):
        cases = self.bench(f"compose {OPT}/share/ranvier_bench/topologies/service_pair.json --seconds 0.3")
        self.assertEqual(sorted(name.rpartition("/")[2] for name in cases), ["all", "isolated", "none"])
        for case in cases.values():
            self.assertNotIn("error", case)


class RemovalTest(unittest.TestCase):
    def test_nothing_is_left(self):
        DEBIAN.said("dpkg", "--purge", "ranvier-bench", "ranvier")
        self.assertFalse(os.path.lexists(f"{DEBIAN.tree.root}{OPT}"))


if __name__ == "__main__":
    unittest.main()
