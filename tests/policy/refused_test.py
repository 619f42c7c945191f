"""What the system refuses is one line for each part, and the program runs on without it.

usage: refused_test.py <a talker> <a listener>
"""
import contextlib
import os
import pathlib
import shutil
import subprocess
import sys
import unittest

from program_case import ProgramCase

TALKER, LISTENER = map(pathlib.Path, sys.argv[1:])
del sys.argv[1:]
DEADLINE = "policy: SCHED_DEADLINE, runtime: 1000000, deadline: 20000000, period: 20000000"
CPUS = sorted(os.sched_getaffinity(0))
CPUSETS = pathlib.Path("/sys/fs/cgroup")


@contextlib.contextmanager
def cpuset_of(cpu):
    """Make a cpuset of one CPU; give the file that takes processes into it. SkipTest if it cannot."""
    v1 = (CPUSETS / "cpuset/cpuset.cpus").exists()
    root = CPUSETS / "cpuset" if v1 else CPUSETS
    folder = root / f"ranvier_test_{os.getpid()}"
    try:
        if not v1:
            (root / "cgroup.subtree_control").write_text("+cpuset")
        folder.mkdir()
    except OSError as error:
        raise unittest.SkipTest(f"this system lets us make no cpuset: {error}") from error
    try:
        if v1:
            (folder / "cpuset.mems").write_text((root / "cpuset.mems").read_text())
        (folder / "cpuset.cpus").write_text(str(cpu))
        yield folder / ("tasks" if v1 else "cgroup.procs")
    finally:
        folder.rmdir()


def works(*words):
    return shutil.which(words[0]) is not None and \
        subprocess.run([*words, "true"], capture_output=True).returncode == 0


class Refused(ProgramCase):
    def runs_on(self, words, policy, *lines, **variables):
        """Each line is said once; a listener hears the program all the same."""
        os.chmod(self.folder, 0o755)
        file = self.folder / "policy.yaml"
        file.write_text(policy)
        process = self.run_until_the_end([*words, TALKER], dict(
            self.environment, RANVIER_EXECUTOR_POLICY=str(file), **variables))
        for line in lines:
            self.until_it_says(process, line)
        self.until_it_says(self.start(LISTENER), "heard: hello")
        output = self.output_of(process)
        self.assertEqual(output.count("was not set"), len(lines), output)
        self.assertEqual([output.count(line) for line in lines], [1] * len(lines), output)
        return process

    @unittest.skipIf(len(CPUS) < 2, "one CPU cannot be forbidden")
    def test_a_cpuset_that_forbids_the_cpu(self):
        with cpuset_of(CPUS[0]) as tasks:
            enter = ["sh", "-c", f'echo $$ > {tasks}; exec "$@"', "sh"]
            process = self.runs_on(
                enter, f"callback_groups: [{{id: /talker, policy: SCHED_BATCH, nice: 2, "
                f"affinity: [{CPUS[1]}]}}]\n",
                f"Callback group '/talker@Timer(20000000)': affinity [{CPUS[1]}] was not set: the "
                f"cpuset of this process has no CPU {CPUS[1]}. Give the process, or its container,")
            self.until_a_task_is(process, "talker.20ms", policy=os.SCHED_BATCH, nice=2,
                                 cpus=str(CPUS[0]))
            self.end(process)

    @unittest.skipIf(len(CPUS) < 2, "one CPU cannot be forbidden")
    def test_a_deadline_in_a_cpuset_that_forbids_a_cpu(self):
        with cpuset_of(CPUS[0]) as tasks:
            self.end(self.runs_on(
                ["sh", "-c", f'echo $$ > {tasks}; exec "$@"', "sh"],
                f"callback_groups: [{{id: /talker, {DEADLINE}}}]\n", self.deadline_refused()))

    @unittest.skipIf(len(CPUS) < 2 or not works("taskset", "-c", "0"), "nothing can be forbidden")
    def test_a_deadline_of_a_program_that_was_started_on_some_cpus(self):
        self.runs_on(["taskset", "-c", str(CPUS[0])],
                     f"callback_groups: [{{id: /talker, {DEADLINE}}}]\n", self.deadline_refused())

    @staticmethod
    def deadline_refused():
        return ("Callback group '/talker@Timer(20000000)': SCHED_DEADLINE with runtime 1000000 ns, "
                "deadline 20000000 ns, period 20000000 ns was not set: Operation not permitted. Run "
                "the program as root, or with CAP_SYS_NICE, and its thread on all CPUs of the "
                f"machine, or of an exclusive cpuset: it may run on [{CPUS[0]}] of ")

    @unittest.skipUnless(works("unshare", "--user", "--map-root-user"), "no user namespaces here")
    def test_root_of_a_container_without_rights_outside(self):
        self.runs_on(
            ["prlimit", "--rtprio=0", "unshare", "--user", "--map-root-user"],
            "threads: {policy: SCHED_FIFO, priority: 7}\n"
            f"callback_groups: [{{id: /talker, {DEADLINE}}}]\n",
            "The executor of '/talker': SCHED_FIFO with priority 7 was not set: Operation not "
            "permitted. Let this user have it ('rtprio 7'",
            "Callback group '/talker@Timer(20000000)': SCHED_DEADLINE", RANVIER_SHM="0",
            RANVIER_TRACE_SESSIONS="off")

    def test_a_user_without_the_permission_runs_on(self):
        if os.geteuid() != 0:
            self.skipTest("only root can run a program without root's permissions")
        os.chmod(self.folder, 0o755)
        file = self.folder / "policy.yaml"
        file.write_text("threads: {policy: SCHED_FIFO, priority: 7}\n")
        process = self.run_until_the_end(
            ["setpriv", "--reuid=65534", "--clear-groups", "--bounding-set=-all",
             "--inh-caps=-all", TALKER],
            dict(self.environment, RANVIER_EXECUTOR_POLICY=str(file), RANVIER_SHM="0",
                 RANVIER_TRACE_SESSIONS="off"))
        self.until_it_says(process, "The executor of '/talker': SCHED_FIFO with priority 7 was not "
                           "set: Operation not permitted. Let this user have it ('rtprio 7'")
        heard = self.start(LISTENER)
        self.until_it_says(heard, "heard: hello")


if __name__ == "__main__":
    unittest.main()
