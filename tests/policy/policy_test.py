"""`ranvier policy`: chains of callbacks become priorities and bounds.

usage: policy_test.py <the program>
"""
import pathlib
import subprocess
import sys
import tempfile
import unittest

PROGRAM = pathlib.Path(sys.argv.pop(1))

CHAINS = """
cpus: 2
chains:
  - name: braking
    period: 80000000
    callbacks:
      - {id: "/camera@Timer(80000000)", cost: 2300000}
      - {id: "/brake@Subscription(/image)", cost: 16100000}
  - name: map
    timer_of: braking
    period: 80000000
    best_effort: true
    callbacks:
      - {id: "/camera@Timer(80000000)", cost: 2300000}
      - {id: "/map@Subscription(/image)", cost: 20000000}
"""


class Policy(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = pathlib.Path(folder.name)

    def run_program(self, *words):
        return subprocess.run([PROGRAM, *words], capture_output=True, text=True, timeout=60)

    def chains(self, text, *words):
        file = self.folder / "chains.yaml"
        file.write_text(text)
        return self.run_program("chains", str(file), *words)

    def refusal(self, before, after):
        """What is said of the chains with `after` in the place of `before`."""
        self.assertIn(before, CHAINS)
        done = self.chains(CHAINS.replace(before, after, 1))
        self.assertEqual((done.returncode, done.stdout), (1, ""))
        return done.stderr

    def test_chains_get_bounds_and_cpus_of_their_own(self):
        done = self.chains(CHAINS)
        self.assertEqual((done.returncode, done.stderr), (0, ""))
        lines = [line.split() for line in done.stdout.splitlines()]
        self.assertIn(["braking", "80.0", "18.4", "18.4"], lines)
        self.assertIn(["map", "80.0", "38.4", "38.4"], lines)
        self.assertIn(["0", "90", "4", "/brake@Subscription(/image)"], lines)
        self.assertIn(["0", "90", "3", "/camera@Timer(80000000)"], lines)
        self.assertIn(["1", "89", "2", "/map@Subscription(/image)"], lines)
        self.assertIn("CPU 0 is busy for 0.23 of the time", done.stdout)

    def test_the_policy_that_it_writes_names_each_callback_once(self):
        out = self.folder / "policy.yaml"
        self.assertEqual(self.chains(CHAINS, "--out", str(out)).returncode, 0)
        self.assertEqual(out.read_text().splitlines(), [
            "order: priority", "callbacks:",
            '  - {id: "/camera@Timer(80000000)", priority: 3}',
            '  - {id: "/brake@Subscription(/image)", priority: 4}',
            '  - {id: "/map@Subscription(/image)", priority: 2}'])

    def test_more_than_the_cpus_have_is_said(self):
        done = self.chains(CHAINS.replace("20000000}", "75000000}"), "--cpus", "1")
        self.assertEqual(done.returncode, 0)
        self.assertIn("later than its period", done.stdout)
        self.assertIn("CPU 0 is busy for 1.17 of the time: more than it has", done.stdout)

    def test_what_is_wrong_with_a_file_is_named_with_its_line(self):
        for before, after, *words in (
                ("cpus: 2", "cpus: 0", "line 2: cpus is '0'", "1 to 1024"),
                ("cpus: 2", "cores: 2", "line 2", "no field 'cores'"),
                ("period: 80000000", "period: -1", "line 5: period", "'-1'"),
                ("period: 80000000", "period: 99999999999999", "an hour at most"),
                ("    period: 80000000\n", "", "a chain has a name, a period and callbacks"),
                ("cost: 2300000", "cost: fast", "line 7: cost", "'fast'"),
                ("cost: 2300000", "price: 1", "no field 'price'", "cost, id"),
                ("timer_of: braking", "timer_of: flying", "line 10", "'flying'", "no chain"),
                ("timer_of: braking", "best_effort: true", "line 12", "best_effort"),
                ("    timer_of: braking\n", "", "'/camera@Timer(80000000)', which is in a chain"),
                ("name: map", "name: braking", "'braking' is there already"),
                ("best_effort: true", "best_effort: yes", "true or false", "'yes'"),
                ("/map@Sub", "/brake@Sub", "which is in a chain already")):
            said = self.refusal(before, after)
            for word in words:
                self.assertIn(word, said, (before, after))

    def test_a_file_that_is_not_there_is_named(self):
        done = self.run_program("chains", "/not/there.yaml")
        self.assertEqual(done.returncode, 1)
        self.assertIn("/not/there.yaml", done.stderr)
        done = self.chains(CHAINS, "--out", "/not/there/policy.yaml")
        self.assertEqual(done.returncode, 1)
        self.assertIn("'/not/there/policy.yaml' cannot be written", done.stderr)

    def test_random_sets_stay_within_their_bounds(self):
        done = self.run_program("random", "--sets", "20")
        self.assertEqual((done.returncode, done.stderr), (0, ""))
        rows = [line.split() for line in done.stdout.splitlines()[2:]]
        self.assertEqual([row[0] for row in rows], ["2.5", "3.0", "3.5"])
        self.assertEqual([row[11] for row in rows], ["0", "0", "0"])


unittest.main()
