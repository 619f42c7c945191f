"""The reference graph under each policy, by a file alone: /proc and a trace show what it says.

usage: reference_test.py <bench_reference_ours> <folder of the packages>
"""
import itertools
import os
import subprocess
import sys
import tempfile
import time
import unittest

from program_case import ProgramCase

PROGRAM, PACKAGES = sys.argv[1:]
del sys.argv[1:]
sys.path.insert(0, PACKAGES)

import ranvier_analysis  # noqa: E402  the path above comes first

WINDOW = 1.5  # seconds
TRIGGER = "/BehaviorPlanner@Timer(100000000)"
SEQUENCE = ["/FrontLidarDriver@Timer(100000000)", "/PointsTransformerFront@Subscription(/FrontLidarDriver)",
            "/EuclideanClusterSettings@Timer(25000000)", TRIGGER]
URGENT = "/EuclideanIntersection@Subscription(/EuclideanClusterSettings)"
CALLS_IT = "/EuclideanClusterSettings@Timer(25000000)"


class Run:
    """One callback of the trace."""

    def __init__(self, trace, row):
        self.start, self.thread = row["start"], row["thread"]
        callback = trace.callbacks.row(row["callback"])
        self.node = trace.nodes.row(callback["node"])["name"]
        if callback["kind"] == "timer":
            self.id = f"{self.node}@Timer({trace.timers.row(callback['owner'])['period']})"
        elif callback["kind"] == "subscription":
            topic = trace.subscriptions.row(callback["owner"])["topic"]
            self.id = f"{self.node}@Subscription({topic})"
        else:
            self.id = f"{self.node}@{callback['kind']}"


class Reference(ProgramCase):
    """It knows nothing of policies, and has 25 nodes on one thread."""

    def run_under(self, policy, look=lambda process: None, executor="single"):
        """Runs it, calls `look` meanwhile, and gives its callbacks by their start, and the trace."""
        file = self.folder / "policy.yaml"
        traces = tempfile.mkdtemp(dir=self.folder)
        file.write_text(policy)
        environment = dict(self.environment, RANVIER_TRACE=traces,
                           RANVIER_TRACE_WHEN_FULL="block", RANVIER_EXECUTOR_POLICY=str(file))
        errors = self.stack.enter_context(open(self.folder / "errors", "w+"))
        process = self.stack.enter_context(subprocess.Popen(
            [PROGRAM, f"executor={executor}"], env=environment, text=True, stdin=subprocess.PIPE,
            stdout=subprocess.PIPE, stderr=errors))
        self.said[process] = errors
        self.stack.callback(process.kill)
        self.assertEqual(process.stdout.readline(), "ready\n", self.output_of(process))
        process.stdin.write("go\n")
        process.stdin.flush()
        self.assertEqual(process.stdout.readline(), "going\n")
        look(process)
        time.sleep(WINDOW)  # it measures meanwhile
        found = dict(line.split("=") for line in process.communicate("stop 0\n")[0].splitlines()
                     if "=" in line)
        self.assertEqual(process.returncode, 0, self.output_of(process))
        self.assertGreater(float(found["received"]), 0)
        self.assertGreater(float(found["starts"]), 1)
        trace = ranvier_analysis.load(traces)
        self.assertEqual((trace.complaints, trace.discarded), ([], 0))
        runs = [Run(trace, row) for row in trace.runs if not row["is_nested"]]
        return sorted(runs, key=lambda run: run.start), trace

    def how_often_another_came_first(self, runs):
        """How often something else began between the run that made URGENT ready and that."""
        pairs = [(one, other) for one, other in itertools.pairwise(runs) if one.id == CALLS_IT]
        self.assertGreater(len(pairs), 3)
        return sum(other.id != URGENT for _, other in pairs)

    def test_in_the_order_of_arrival_others_come_first(self):
        runs, _ = self.run_under("order: arrival\n")
        self.assertEqual(len({run.thread for run in runs}), 1)
        self.assertGreater(self.how_often_another_came_first(runs), 0,
                           "the two tests below would hold of any order")

    def test_the_callback_with_the_highest_priority_comes_next(self):
        runs, _ = self.run_under(
            f'order: priority\ncallbacks: [{{id: "{URGENT}", priority: 7}}]\n')
        self.assertEqual(self.how_often_another_came_first(runs), 0)

    def test_the_callback_with_the_earliest_deadline_comes_next(self):
        runs, _ = self.run_under(
            f'order: deadline\ncallbacks: [{{id: "{URGENT}", deadline: 1000}}]\n')
        self.assertEqual(self.how_often_another_came_first(runs), 0)

    def test_a_sequence_runs_in_its_order_when_its_trigger_holds(self):
        for semantics in ("rclcpp", "let"):
            entries = ", ".join(f'{{id: "{one}"}}' for one in SEQUENCE)
            runs, _ = self.run_under(f'order: sequence\nsemantics: {semantics}\n'
                                     f'trigger: "{TRIGGER}"\ncallbacks: [{entries}]\n')
            listed = [SEQUENCE.index(run.id) for run in runs if run.id in SEQUENCE]
            rounds, last = 0, -1
            for place in listed:
                self.assertGreater(place, last, listed)
                last = -1 if place == len(SEQUENCE) - 1 else place
                rounds += last == -1
            self.assertGreater(rounds, 1)
            self.assertGreater(listed.count(0), 1)
            self.assertTrue(any(run.node == "/RayGroundFilter" for run in runs),
                            "what is not listed runs all the same")

    def test_a_pool_has_the_threads_and_the_policy_that_the_file_says(self):
        def look(process):
            self.until(process, lambda: sum(
                task.policy == os.SCHED_BATCH and task.nice == 4
                for task in self.tasks_of(process)) == 3, "not three threads are so")

        runs, _ = self.run_under("threads: {count: 3, policy: SCHED_BATCH, nice: 4}\n", look)
        self.assertEqual(len({run.thread for run in runs}), 3)

    def test_each_group_has_a_thread_that_is_named_after_it(self):
        runs, trace = self.run_under(
            "threads: {each: group, policy: SCHED_BATCH}\n",
            lambda process: self.until_a_task_is(process, "FrontLida.100ms",
                                                 policy=os.SCHED_BATCH))
        threads = {}
        for run in runs:
            threads.setdefault(run.node, set()).add(run.thread)
        self.assertGreater(len(threads), 20)
        self.assertEqual({len(of_node) for of_node in threads.values()}, {1})
        self.assertEqual(len({min(of_node) for of_node in threads.values()}), len(threads))
        (lidar,) = threads["/FrontLidarDriver"]
        self.assertEqual(trace.threads.row(lidar)["name"], "FrontLida.100ms")

    def test_a_named_group_has_a_thread_of_its_own_on_its_cpu(self):
        cpu = sorted(os.sched_getaffinity(0))[-1]
        runs, trace = self.run_under(
            f"callback_groups: [{{id: /BehaviorPlanner, policy: SCHED_BATCH, nice: 3, "
            f"affinity: [{cpu}]}}]\n",
            lambda process: self.until(process, lambda: any(
                task.policy == os.SCHED_BATCH and task.nice == 3 and task.cpus == str(cpu)
                for task in self.tasks_of(process)), "no such thread"))
        self.planner_runs_alone(runs)

    def planner_runs_alone(self, runs):
        planner = {run.thread for run in runs if run.node == "/BehaviorPlanner"}
        others = {run.thread for run in runs if run.node != "/BehaviorPlanner"}
        self.assertEqual((len(planner), len(others)), (1, 1))
        self.assertNotEqual(planner, others)

    def test_a_real_time_group_is_one_or_a_line_says_why_not(self):
        refused = "SCHED_FIFO with priority 5 was not set"
        runs, _ = self.run_under(
            "callback_groups: [{id: /BehaviorPlanner, policy: SCHED_FIFO, priority: 5}]\n",
            lambda process: self.until(process, lambda: refused in self.output_of(process) or any(
                task.real_time_priority == 5 for task in self.tasks_of(process)), "neither"))
        self.planner_runs_alone(runs)

    def test_the_other_executors_obey_as_well(self):
        for executor in ("static", "events", "mt"):
            runs, trace = self.run_under("threads: {each: group}\n", executor=executor)
            threads = {run.thread for run in runs if run.node == "/FrontLidarDriver"}
            others = {run.thread for run in runs if run.node != "/FrontLidarDriver"}
            self.assertEqual(len(threads), 1, executor)
            self.assertFalse(threads & others, executor)


unittest.main()
