"""Events of the kernel beside those of processes, on one clock.

usage: kernel_test.py <program> <ros2> <ranvier-trace>

As root it mounts tracefs for itself alone, where the machine has not mounted it.
"""
import json
import os
import re
import shutil
import subprocess
import sys
import unittest

from processes import Program, TracingTest

PROGRAM, ROS2, RANVIER_TRACE = sys.argv[1:4]
TRACEFS = "/sys/kernel/tracing"
ALONE = "RANVIER_TEST_OWN_MOUNTS"


class Kernel(TracingTest):
    def setUp(self):
        super().setUp()
        self.variables = {"RANVIER_TRACE_SESSIONS": os.path.join(self.folder, ".sessions")}

    def instances(self):
        return [name for name in os.listdir(f"{TRACEFS}/instances") if name.startswith("ranvier-")]

    def trace(self, *words):
        done = subprocess.run([sys.executable, ROS2, "trace", *words], capture_output=True,
                              text=True, timeout=60, env=self.environment(**self.variables))
        self.assertEqual((done.returncode, done.stderr), (0, ""), done.stdout)
        return done.stdout

    def read(self, folder):
        """(seconds since the epoch, name, line) of each event, in the order of time."""
        done = subprocess.run(["babeltrace2", "--clock-seconds", "--no-delta", folder],
                              capture_output=True, text=True, timeout=60, check=True)
        self.assertEqual(done.stderr, "")
        found = [(float(line[1:line.index("]")]), re.search(r" ([\w:]+): \{", line)[1], line)
                 for line in done.stdout.splitlines()]
        self.assertEqual(found, sorted(found, key=lambda one: one[0]))
        return found

    def test_the_switch_to_a_callbacks_thread_lies_before_the_callback_and_after_its_waking(self):
        program = Program(PROGRAM, self.environment(**self.variables))
        self.addCleanup(program.__exit__)
        program.send("first")
        self.trace("start", "walk", "-p", self.folder, "-k", "sched_switch", "sched_waking")
        self.assertEqual(len(self.instances()), 1)
        for word in range(5):  # between them the thread sleeps; it may be awake at the first
            program.send(str(word))
        self.trace("stop", "walk")
        self.assertEqual(self.instances(), [])
        self.assertEqual([trace for trace in self.traces("walk") if trace == "kernel"], ["kernel"])
        events = self.read(os.path.join(self.folder, "walk"))
        starts = [one for one in events if one[1] == "ros2:callback_start"]
        self.assertEqual(len(starts), 5)
        start = starts[-1]
        tid = re.search(r"vtid = (\d+)", start[2])[1]
        came = [one for one in events if one[1] == "sched_switch" and one[0] <= start[0] and
                f" next_tid = {tid}," in one[2]]
        self.assertTrue(came)
        self.assertIn('next_comm = "', came[-1][2])
        self.assertTrue([one for one in events if one[1] == "sched_waking" and
                         one[0] <= came[-1][0] and f" tid = {tid}," in one[2]])
        self.assertTrue(all("cpu_id = " in one[2] for one in came))
        program.end()

    def test_ours_reads_a_directory_that_has_both(self):
        program = Program(PROGRAM, self.environment(**self.variables))
        self.addCleanup(program.__exit__)
        self.trace("start", "walk", "-p", self.folder, "-k", "sched_switch", "sched_waking")
        program.send("first")
        self.trace("stop", "walk")
        done = subprocess.run([RANVIER_TRACE, "callbacks", os.path.join(self.folder, "walk")],
                              capture_output=True, text=True, timeout=60)
        self.assertEqual((done.returncode, done.stderr), (0, ""))
        program.end()

    def test_who_ran_while_a_thread_waited_for_its_core_is_named(self):
        cores = sorted(os.sched_getaffinity(0))
        spin = "print('here', flush=True)\nwhile True: pass"
        hog = subprocess.Popen([sys.executable, "-c", spin], stdout=subprocess.PIPE)
        self.addCleanup(hog.communicate)
        self.addCleanup(hog.kill)
        self.assertTrue(hog.stdout.readline())
        os.sched_setaffinity(hog.pid, cores[:1])
        os.sched_setaffinity(0, cores[:1])  # of what is started now, too
        self.addCleanup(os.sched_setaffinity, 0, cores)
        program = Program(PROGRAM, self.environment(**self.variables))
        self.addCleanup(program.__exit__)
        os.sched_setaffinity(0, cores)
        self.trace("start", "walk", "-p", self.folder, "-k", "sched_switch", "sched_waking")
        for word in range(20):
            program.send(str(word))
        self.trace("stop", "walk")
        program.end()
        walk = os.path.join(self.folder, "walk")
        page = os.path.join(self.folder, "report.html")
        subprocess.run([RANVIER_TRACE, "report", walk, "-o", page], check=True, timeout=60,
                       capture_output=True)
        with open(page, encoding="utf-8") as text:
            found = re.search(r'id="data">(.*?)</script>', text.read(), re.S)
        data = json.loads(found[1])
        exact = [one for one in data["waits"] if one["exact"]]
        self.assertTrue(exact)
        tasks = {other["task"] for one in exact for other in one["meanwhile"]}
        self.assertTrue([task for task in tasks if f"({hog.pid})" in task], tasks)
        done = subprocess.run([RANVIER_TRACE, "callbacks", walk, "--json"], capture_output=True,
                              text=True, timeout=60, check=True)
        [heard] = [one for one in json.loads(done.stdout)["callbacks"] if one["runs"] >= 20]
        self.assertEqual(heard["without_cpu"]["count"], heard["runs"])

    def test_a_pause_is_one_of_the_kernels_events_too(self):
        self.trace("start", "walk", "-p", self.folder, "-k", "sched_switch")
        self.trace("pause", "walk")
        [instance] = self.instances()
        with open(f"{TRACEFS}/instances/{instance}/tracing_on", encoding="utf-8") as state:
            while state.read().strip() != "0":
                state.seek(0)
        self.trace("resume", "walk")
        self.trace("stop", "walk")

    def test_what_a_killed_recorder_left_is_taken_away_by_the_next(self):
        for name in ("one", "two"):
            os.mkdir(os.path.join(self.folder, name))
            recorder = subprocess.Popen([RANVIER_TRACE, "kernel", os.path.join(self.folder, name),
                                         "sched_switch"], stdout=subprocess.PIPE, text=True)
            self.assertTrue(recorder.stdout.readline())
            self.assertEqual(self.instances(), [f"ranvier-{recorder.pid}"])
            if name == "one":
                recorder.kill()
            else:
                recorder.terminate()
            recorder.communicate(timeout=60)
        self.assertEqual(self.instances(), [])


def own_mounts():
    """This test again, where it may mount tracefs. Gives its exit code."""
    script = (f"mount --make-rprivate / && mount -t tracefs nodev {TRACEFS} && "
              'exec "$@"')
    return subprocess.run(["unshare", "--mount", "sh", "-c", script, "sh", sys.executable,
                           *sys.argv], env={**os.environ, ALONE: "1"}, check=False).returncode


if __name__ == "__main__":
    if shutil.which("babeltrace2") is None:
        print("SKIPPED: babeltrace2 is not installed (tools/packages.txt)")
    elif os.geteuid() != 0:
        print("SKIPPED: kernel events are for root, and this is not")
    elif os.path.isdir(f"{TRACEFS}/instances"):
        del sys.argv[1:4]
        unittest.main()
    elif ALONE in os.environ or "tracefs" not in open("/proc/filesystems", encoding="utf-8").read():
        print("SKIPPED: this kernel has no tracefs")
    else:
        sys.exit(own_mounts())
