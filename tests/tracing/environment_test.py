"""Recording as users turn it on: by the environment, watched from outside."""
import pathlib
import shutil
import signal
import subprocess
import sys
import unittest

from processes import Program, TracingTest

PROGRAM, RANVIER_TRACE = sys.argv.pop(1), sys.argv.pop(1)


class Environment(TracingTest):
    def traced(self, **variables):
        return Program(PROGRAM, self.environment(RANVIER_TRACE=self.folder, **variables))

    def command(self, *words):
        return subprocess.run([RANVIER_TRACE, *words], capture_output=True, text=True, timeout=60)

    def test_everything_is_recorded_by_default(self):
        with self.traced() as program:
            program.send("word")  # so it spins
            program.end()
        [trace] = self.traces()
        names = self.names_of(trace)
        self.assertIn("rcl_node_init", names)
        self.assertIn("rclcpp_publish", names)
        self.assertIn("callback_end", names)

    def test_a_flight_recorder_saves_when_it_was_told_to(self):
        with self.traced(RANVIER_TRACE_KEEP="last",
                    RANVIER_TRACE_SAVE_AT="deadline,SIGUSR2") as program:
            program.wait_line("a deadline was missed")
            program.process.send_signal(signal.SIGUSR2)
            line = program.wait_line("a signal asked for it")
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
        with self.traced(RANVIER_TRACE_KEEP="last", RANVIER_TRACE_SAVE_AT="deadline") as program:
            program.wait_line("a deadline was missed")
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
            with self.traced(**variables) as program:
                self.assertIn(complaint, program.end())
        self.assertEqual(self.traces(), [])


if __name__ == "__main__":
    if shutil.which("babeltrace2") is None:
        print("SKIPPED: babeltrace2 is not installed (tools/packages.txt)")
        sys.exit(0)
    unittest.main()
