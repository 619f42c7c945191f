"""Recording as users turn it on: by the environment, watched from outside."""
import os
import pathlib
import shutil
import signal
import subprocess
import sys
import tempfile
import unittest

PROGRAM, RANVIER_TRACE = sys.argv.pop(1), sys.argv.pop(1)


class Traced:
    """The program with this environment; killed at the end if it still runs."""

    def __init__(self, folder, **variables):
        environment = dict(os.environ, RANVIER_TRACE=folder, **variables,
                           ROS_DOMAIN_ID=str(1 + os.getpid() % 100),
                           ROS_AUTOMATIC_DISCOVERY_RANGE="LOCALHOST")
        self.process = subprocess.Popen([PROGRAM], env=environment, text=True,
                                        stdin=subprocess.PIPE, stderr=subprocess.PIPE)

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.process.kill()
        self.process.communicate()

    def wait_line(self, part):
        """The first line from here on that has `part` in it."""
        for line in self.process.stderr:
            if part in line:
                return line
        raise AssertionError(f"the program ended without a line with '{part}'")

    def end(self):
        """Lets it end; gives what else it said."""
        said = self.process.communicate("", timeout=60)[1]
        if self.process.returncode != 0:
            raise AssertionError(f"exit {self.process.returncode}: {said}")
        return said


class Environment(unittest.TestCase):
    def setUp(self):
        self.folder = tempfile.mkdtemp(prefix="ranvier_tracing_")
        self.addCleanup(shutil.rmtree, self.folder)

    def traces(self):
        return sorted(path.name for path in pathlib.Path(self.folder).iterdir() if path.is_dir())

    def names_of(self, trace):
        done = subprocess.run(["babeltrace2", str(pathlib.Path(self.folder) / trace)],
                              capture_output=True, text=True, timeout=60)
        self.assertEqual(done.stderr, "")
        return [line.split("ros2:")[1].split(":")[0] for line in done.stdout.splitlines()]

    def command(self, *words):
        return subprocess.run([RANVIER_TRACE, *words], capture_output=True, text=True, timeout=60)

    def test_everything_is_recorded_by_default(self):
        with Traced(self.folder) as program:
            program.end()
        [trace] = self.traces()
        names = self.names_of(trace)
        self.assertIn("rcl_node_init", names)
        self.assertIn("rclcpp_publish", names)
        self.assertIn("callback_end", names)

    def test_a_flight_recorder_saves_when_it_was_told_to(self):
        with Traced(self.folder, RANVIER_TRACE_KEEP="last",
                    RANVIER_TRACE_SAVE_AT="deadline,SIGUSR2") as program:
            program.wait_line("(a deadline was missed)")
            program.process.send_signal(signal.SIGUSR2)
            line = program.wait_line("(a signal asked for it)")
            asked = self.command("save", self.folder)
            self.assertEqual(asked.returncode, 0, asked.stderr)
            program.end()
        traces = self.traces()
        self.assertEqual([name.split("-saved-")[1] for name in traces], ["1", "2", "3"])
        self.assertIn(traces[1], line)
        self.assertEqual(asked.stdout.strip(), str(pathlib.Path(self.folder) / traces[2]))
        for trace in traces:
            names = self.names_of(trace)
            self.assertIn("rcl_node_init", names)
            self.assertIn("callback_end", names)

    def test_a_kill_leaves_the_last_events_to_recover(self):
        with Traced(self.folder, RANVIER_TRACE_KEEP="last", RANVIER_TRACE_SAVE_AT="deadline") as program:
            program.wait_line("(a deadline was missed)")
        recovered = self.command("recover", self.folder)
        self.assertEqual(recovered.stdout, "1 traces completed\n")
        killed, _ = self.traces()
        self.assertIn("callback_end", self.names_of(killed))

    def test_who_asks_where_nobody_records_is_told_what_to_do(self):
        asked = self.command("save", self.folder)
        self.assertEqual(asked.returncode, 1)
        self.assertIn("RANVIER_TRACE_KEEP=last", asked.stderr)

    def test_a_wrong_value_is_named_and_the_program_runs_without_a_trace(self):
        for variables, complaint in (
                ({"RANVIER_TRACE_KEEP": "some"}, "'some' is neither 'all' nor 'last'"),
                ({"RANVIER_TRACE_SAVE_AT": "deadline"}, "RANVIER_TRACE_KEEP=last"),
                ({"RANVIER_TRACE_KEEP": "last", "RANVIER_TRACE_SAVE_AT": "SIGHUP"}, "has 'SIGHUP'"),
                ({"RANVIER_TRACE_WHEN_FULL": "wait"}, "'wait' is neither 'discard' nor 'block'"),
                ({"RANVIER_TRACE_BUFFER": "1"}, "RANVIER_TRACE_BUFFER='1'")):
            with Traced(self.folder, **variables) as program:
                self.assertIn(complaint, program.end())
        self.assertEqual(self.traces(), [])


if __name__ == "__main__":
    if shutil.which("babeltrace2") is None:
        print("SKIPPED: babeltrace2 is not installed (tools/packages.txt)")
        sys.exit(0)
    unittest.main()
