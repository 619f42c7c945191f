"""`ranvier policy`: chains of callbacks become priorities and bounds; files and what runs.

usage: policy_test.py <the program> [<a talker> <a listener>]
"""
import os
import pathlib
import subprocess
import sys
import tempfile
import unittest

from program_case import LIMIT, ProgramCase

PROGRAM, TALKER, LISTENER = (*map(pathlib.Path, sys.argv[1:]), None, None)[:3]
del sys.argv[1:]

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
                ("/map@Sub", "/brake@Sub", "which is in a chain already"),
                ("/map@Subscription(/image)", "/camera@Timer(80000000)",
                 "'map' comes back to '/camera@Timer(80000000)'", "no cycle"),
                ("cost: 16100000", "cost: -16100000", "line 8: cost", "'-16100000'"),
                ("cost: 16100000", "cost: 16100000, cost: 1", "line 8", "'cost' stands twice"),
                ("name: braking", "name: braking\n    name: stopping", "'name' stands twice")):
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


@unittest.skipUnless(TALKER, "no program to run: this build has no Python extension")
class RunningSystem(ProgramCase):
    """Programs that know nothing of policies."""

    def policy_program(self, *words):
        return subprocess.run([PROGRAM, *words], capture_output=True, text=True, timeout=LIMIT,
                              env=self.environment)

    def test_an_unmodified_program_has_the_threads_of_the_file(self):
        cpu = sorted(os.sched_getaffinity(0))[0]
        process = self.start(TALKER, f"""
threads: {{policy: SCHED_BATCH, nice: 3}}
callback_groups:
  - {{id: "/talker@Timer(20000000)", policy: SCHED_BATCH, nice: 6, affinity: [{cpu}]}}
""")
        self.until_a_task_is(process, "talker.20ms", policy=os.SCHED_BATCH, nice=6, cpus=str(cpu))
        self.until_a_task_is(process, TALKER.name[:15], policy=os.SCHED_BATCH, nice=3)
        heard = self.start(LISTENER)
        self.until_it_says(heard, "heard: hello")

    def test_each_group_has_a_thread_and_a_pool_its_number(self):
        process = self.start(LISTENER, "threads: {each: group}\n")
        self.until_a_task_is(process, "listene.chatter", policy=os.SCHED_OTHER)
        process = self.start(TALKER, "threads: {count: 3, policy: SCHED_BATCH}\n")
        self.until(process, lambda: 2 == sum(
            task.name == "talker" and task.policy == os.SCHED_BATCH
            for task in self.tasks_of(process)), "the pool has other threads")

    def test_a_real_time_thread_is_one_or_a_line_says_why_not(self):
        process = self.start(TALKER, """
callback_groups: [{id: "/talker", policy: SCHED_FIFO, priority: 7}]
""")
        refused = "SCHED_FIFO with priority 7 was not set"

        def seen():
            return any(task.name == "talker.20ms" and task.real_time_priority == 7
                       for task in self.tasks_of(process)) or refused in self.output_of(process)

        self.until(process, seen, "neither")
        heard = self.start(LISTENER)
        self.until_it_says(heard, "heard: hello")
        self.assertLessEqual(self.output_of(process).count(refused), 1)

    def test_a_template_names_what_runs_and_changes_nothing(self):
        talker, listener = self.start(TALKER), self.start(LISTENER)
        self.until_it_says(listener, "heard: hello")
        file = self.folder / "template.yaml"
        done = self.policy_program("template", "--out", str(file))
        self.assertEqual((done.returncode, done.stdout, done.stderr), (0, "", ""))
        written = file.read_text()
        self.assertIn('  - {id: "/talker@Timer(20000000)", priority: 0}\n', written)
        self.assertIn('  - {id: "/listener@Subscription(/chatter)", priority: 0}\n', written)
        self.assertIn('#  - {id: "/talker@Timer(20000000)", policy: SCHED_OTHER', written)
        self.assertNotIn("get_parameters", written)
        self.assertIsNone(talker.poll())
        done = self.policy_program("check", str(file))
        self.assertEqual((done.returncode, done.stderr), (0, ""))
        self.assertEqual(done.stdout, "All that the file names is there, in 2 processes.\n")
        # What the file offers is a file too, and a program obeys it.
        file.write_text(written.replace("#  - ", "  - ").replace("nice: 0", "nice: 4"))
        again = self.start(TALKER, file.read_text())
        self.until(again, lambda: any(task.name == "talker.20ms" and task.nice == 4
                                      for task in self.tasks_of(again)), "no such thread")

    def test_a_check_says_what_is_missing_on_either_side(self):
        listener = self.start(LISTENER)
        self.start(TALKER)
        self.until_it_says(listener, "heard: hello")
        file = self.folder / "policy.yaml"
        file.write_text("""
order: priority
callbacks:
  - {id: "/talker@Timer(30000000)", priority: 1}
  - {id: /talker, priority: 2}
  - {id: /nobody, priority: 3}
callback_groups:
  - {id: "/talker@Timer(20000000)"}
  - {id: "/talker@Timer(7)"}
non_ros_threads: [{id: worker}]
""")
        done = self.policy_program("check", str(file))
        self.assertEqual((done.returncode, done.stderr), (1, ""))
        self.assertEqual(done.stdout.splitlines(), [
            "The file names what is not there:",
            "  callback  /nobody",
            "  callback  /talker@Timer(30000000)",
            "  group     /talker@Timer(7)",
            "  thread    worker",
            "It does not name:",
            "  callback  /listener@Subscription(/chatter)",
            "  group     /listener@Subscription(/chatter)"])

    def test_a_wrong_file_and_a_domain_without_processes_are_errors(self):
        done = self.policy_program("template")
        self.assertEqual((done.returncode, done.stdout), (1, ""))
        self.assertIn("answers. Start the system first, or name its domain", done.stderr)
        file = self.folder / "policy.yaml"
        file.write_text("threads: {each: node}\n")
        done = self.policy_program("check", str(file))
        self.assertEqual(done.returncode, 1)
        self.assertIn("line 1: each is 'node'. Give executor, or group", done.stderr)


unittest.main()
