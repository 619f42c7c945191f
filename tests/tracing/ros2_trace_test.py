"""`ros2 trace`, as users call it, on processes that run.

usage: ros2_trace_test.py <program> <ros2>
"""
import os
import pathlib
import shutil
import signal
import subprocess
import sys
import unittest

from processes import Program, TracingTest, own_domain

PROGRAM, ROS2 = sys.argv.pop(1), sys.argv.pop(1)


class Ros2Trace(TracingTest):
    def setUp(self):
        super().setUp()
        # Sessions of this test alone: nobody else's processes join.
        self.sessions = os.path.join(self.folder, ".sessions")
        self.variables = {"RANVIER_TRACE_SESSIONS": self.sessions}

    def program(self, **variables):
        """A program that runs: its first message has come back."""
        program = Program(PROGRAM, self.environment(**{**self.variables, **variables}))
        self.addCleanup(program.__exit__)
        program.send("first")
        return program

    def call(self, *words, typed=None, **variables):
        return subprocess.run([sys.executable, ROS2, "trace", *words], text=True, input=typed or "",
                              capture_output=True, timeout=60,
                              env=self.environment(**{**self.variables, **variables}))

    def trace(self, *words, **more):
        """Calls it, and expects it to work without a complaint. Gives what it said."""
        done = self.call(*words, **more)
        self.assertEqual((done.returncode, done.stderr), (0, ""), done.stdout)
        return done.stdout

    def start(self, *options):
        return self.trace("start", "session", "-p", self.folder, *options)

    def refused(self, *words, **more):
        """Calls it, and expects it to refuse. Gives its words."""
        done = self.call(*words, **more)
        self.assertEqual(done.returncode, 1, done.stdout + done.stderr)
        self.assertNotIn("Traceback", done.stderr)
        return done.stderr

    def published(self, trace):
        return self.names_of(trace).count("rclcpp_publish")

    def test_a_running_process_joins_and_its_trace_names_what_was_there_before(self):
        program = self.program()
        self.assertIn("1 running process joined", self.start())
        program.send("second")
        self.assertIn("1 running process left", self.trace("stop", "session"))
        program.send("third")
        [trace] = self.traces("session")
        names = self.names_of(f"session/{trace}")
        self.assertEqual(names.count("rclcpp_publish"), 1)
        self.assertEqual(names.count("callback_start"), 1)
        for name in ("rcl_init", "rcl_node_init", "rcl_publisher_init", "rclcpp_subscription_init",
                     "rclcpp_subscription_callback_added"):
            self.assertIn(name, names)
        program.end()

    def test_a_process_that_starts_meanwhile_joins_from_its_first_event(self):
        self.assertIn("0 running processes joined", self.start())
        for word in ("one", "two"):
            program = self.program()
            program.send(word)
            program.end()
        self.trace("stop", "session")
        traces = self.traces("session")
        self.assertEqual(len(traces), 2)
        for trace in traces:
            names = self.names_of(f"session/{trace}")
            # The recorder's own thread looks for waits by itself.
            first = next(name for name in names if not name.startswith("ranvier_cpu_"))
            self.assertEqual(first, "rcl_init")
            self.assertEqual(names.count("rcl_init"), 1)
            self.assertGreaterEqual(names.count("callback_start"), 2)

    def test_all_processes_of_the_domain_join_and_no_others(self):
        programs = [self.program() for _ in range(3)]
        elsewhere = self.program(ROS_DOMAIN_ID="101")
        self.assertIn("3 running processes joined", self.start())
        for program in (*programs, elsewhere):
            program.send("again")
        self.assertIn("3 running processes left", self.trace("stop", "session"))
        pids = {trace.rsplit("-")[-1] for trace in self.traces("session")}
        self.assertEqual(pids, {str(program.process.pid) for program in programs})

    def test_a_pause_is_silent_and_what_was_made_in_it_is_known_after_it(self):
        program = self.program()
        self.start()
        program.send("recorded")
        self.trace("pause", "session")
        program.send("silent")
        program.say("new", "made")
        self.trace("resume", "session")
        program.send("recorded")
        self.trace("stop", "session")
        [trace] = self.traces("session")
        names = self.names_of(f"session/{trace}")
        self.assertEqual(names.count("rclcpp_publish"), 2)
        before, after = (self.published_before(names, count) for count in (1, 2))
        self.assertEqual(names[before:after].count("rcl_publisher_init"), 1)
        self.assertEqual(names.count("rcl_node_init"), 1)

    @staticmethod
    def published_before(names, count):
        return [i for i, name in enumerate(names) if name == "rclcpp_publish"][count - 1]

    def test_only_the_events_that_are_named_are_recorded(self):
        program = self.program()
        self.start("-u", "ros2:callback_*", "ros2:rcl_node_init")
        program.send("second")
        program.say("new", "made")
        self.trace("stop", "session")
        [trace] = self.traces("session")
        self.assertEqual(self.names_of(f"session/{trace}"),
                         ["rcl_node_init", "callback_start", "callback_end"])

    def test_two_sessions_after_each_other_have_each_what_was_theirs(self):
        program = self.program()
        for word in ("one", "two"):
            self.trace("start", word, "-p", self.folder)
            program.send(word)
            self.trace("stop", word)
        for word in ("one", "two"):
            [trace] = self.traces(word)
            self.assertEqual(self.published(f"{word}/{trace}"), 1)

    def test_a_flight_session_leaves_what_is_saved(self):
        program = self.program()
        self.start("--recorder", "flight")
        program.send("second")
        [saved] = self.trace("snapshot", "session").splitlines()
        self.trace("stop", "session")
        self.assertEqual(self.traces("session"), [os.path.basename(saved)])
        self.assertEqual(self.published(saved), 1)
        self.assertIn("rcl_node_init", self.names_of(saved))

    def test_enter_starts_and_enter_stops(self):
        program = self.program()
        environment = self.environment(**self.variables)
        words = ["trace", "-s", "session", "-p", self.folder, "-l"]
        with subprocess.Popen([sys.executable, ROS2, *words],
                              stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, bufsize=1,
                              env=dict(environment, PYTHONUNBUFFERED="1")) as command:
            command.stdin.write("\n")
            said = []
            while not said or "joined" not in said[-1]:
                said.append(command.stdout.readline())
                self.assertNotEqual(said[-1], "")
            program.send("second")
            command.communicate("\n", timeout=60)
        self.assertEqual(command.returncode, 0)
        self.assertIn("  ros2:rcl_publish\n", said)
        [trace] = self.traces("session")
        self.assertEqual(self.published(f"session/{trace}"), 1)

    def test_a_process_that_was_killed_has_its_trace(self):
        self.start()
        program = self.program()
        program.process.kill()
        program.process.wait()
        self.trace("stop", "session")
        [trace] = self.traces("session")
        self.assertIn("callback_start", self.names_of(f"session/{trace}"))
        self.assertEqual(os.listdir(self.sessions), [])

    def test_a_process_that_is_stopped_is_complained_of_and_joins_when_it_goes_on(self):
        program = self.program()
        program.process.send_signal(signal.SIGSTOP)
        done = self.call("start", "session", "-p", self.folder)
        self.assertEqual(done.returncode, 0)
        self.assertIn(f"({program.process.pid}): it does not answer", done.stderr)
        program.process.send_signal(signal.SIGCONT)
        self.trace("pause", "session")  # is answered when the first question was
        self.trace("stop", "session")
        self.assertEqual(len(self.traces("session")), 1)

    def test_a_process_that_records_elsewhere_goes_on_with_that(self):
        program = self.program(RANVIER_TRACE=os.path.join(self.folder, "own"))
        done = self.call("start", "session", "-p", self.folder)
        program.end()  # a kill would leave its buffer
        self.assertIn("records its trace events already", done.stderr)
        self.assertEqual(self.traces("session"), [])

    def test_a_process_may_stay_out(self):
        self.program(RANVIER_TRACE_SESSIONS="off")
        self.assertIn("0 running processes joined", self.start())

    def test_the_sessions_of_a_user_are_found_without_being_told_where(self):
        self.variables = {"ROS_DOMAIN_ID": str(own_domain())}
        program = self.program()
        self.start()
        program.send("second")
        self.trace("stop", "session")
        [trace] = self.traces("session")
        self.assertEqual(self.published(f"session/{trace}"), 1)

    def test_a_trace_is_added_to_if_that_is_asked_for(self):
        program = self.program()
        self.start()
        self.trace("stop", "session")
        self.assertIn("is there already", self.refused("start", "session", "-p", self.folder))
        self.start("--append-trace")
        program.send("second")
        self.trace("stop", "session")
        counts = [self.published(f"session/{trace}") for trace in self.traces("session")]
        self.assertEqual(sorted(counts), [0, 1])

    def test_refusals_say_what_is_wrong_and_what_to_do(self):
        self.assertIn("No session 'none' runs in domain", self.refused("stop", "none"))
        self.start()
        self.assertIn("'session' does", self.refused("pause", "other"))
        self.assertIn("by session 'session'. Stop that first: ros2 trace stop session",
                      self.refused("start", "other", "-p", self.folder))
        self.assertFalse(pathlib.Path(self.folder, "other").exists())
        self.assertIn("--recorder flight", self.refused("snapshot", "session"))
        self.trace("stop", "session")
        for options, complaint in (
                (("-u", "ros2:nothing"), "'ros2:nothing' name none that is recorded"),
                (("-c", "perf:cycles"), "Context 'perf:cycles' is not recorded"),
                (("-k", "sched_sleep"), "Kernel event 'sched_sleep' is not known here"),
                (("-k", "sched_switch", "--recorder", "flight"), "a flight recorder does not keep"),
                (("-p", "/proc/nowhere"), "Directory '/proc/nowhere/other': cannot make it")):
            self.assertIn(complaint, self.refused("start", "other", "-p", self.folder, *options))
        self.assertIn("'a/b'", self.refused("start", "a/b", "-p", self.folder))
        self.assertIn("ROS_DOMAIN_ID", self.refused("stop", "session", ROS_DOMAIN_ID="102"))


if __name__ == "__main__":
    if shutil.which("babeltrace2") is None:
        print("SKIPPED: babeltrace2 is not installed (tools/packages.txt)")
        sys.exit(0)
    unittest.main()
