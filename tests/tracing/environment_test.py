"""Recording as users turn it on: by the environment, watched from outside."""
import json
import os
import pathlib
import shutil
import signal
import subprocess
import sys
import tempfile
import unittest

from processes import Program, TracingTest

PROGRAM, RANVIER_TRACE = sys.argv.pop(1), sys.argv.pop(1)


class Environment(TracingTest):
    def traced(self, **variables):
        return Program(PROGRAM, self.environment(RANVIER_TRACE=self.folder, **variables))

    def command(self, *words):
        return subprocess.run([RANVIER_TRACE, *words], capture_output=True, text=True, timeout=60)

    def buffers(self):
        """Those in memory that are of this test's folder: a line each."""
        return self.command("buffers", self.folder).stdout.partition("\n")[2]

    def test_everything_is_recorded_by_default(self):
        with self.traced() as program:
            program.send("word")  # so it spins
            program.end()
        [trace] = self.traces()
        names = self.names_of(trace)
        self.assertIn("rcl_node_init", names)
        self.assertIn("rclcpp_publish", names)
        self.assertIn("callback_end", names)

    def named(self, name):
        """What a program of this file name is called in its events as JSON, and its folder."""
        folder = pathlib.Path(tempfile.mkdtemp(prefix="ranvier_named_"))
        self.addCleanup(shutil.rmtree, folder)
        program = os.fsencode(folder) + b"/" + name
        os.symlink(os.path.abspath(PROGRAM), program)
        with Program(program, self.environment(RANVIER_TRACE=self.folder)) as traced:
            traced.send("word")
            traced.end()
        done = subprocess.run([RANVIER_TRACE, "print", self.folder], capture_output=True, timeout=60)
        self.assertEqual(done.returncode, 0, done.stderr)
        lines = done.stdout.decode("utf-8").splitlines()
        [trace] = self.traces()
        self.assertEqual(len(self.names_of(trace)), len(lines))
        events = [json.loads(line) for line in lines]
        return {one["procname"] for one in events if one["vtid"] == one["vpid"]}, trace

    def test_a_name_of_any_letters_is_recorded_as_text(self):
        # The kernel keeps 15 bytes of a name: of these the last ends within a letter.
        names, trace = self.named("xxxxxxxxxxxxxx\u00fc".encode())
        self.assertEqual(names, {"x" * 14})
        self.assertTrue(trace.startswith("x" * 14 + "-"), trace)

    def test_a_name_of_letters_of_several_bytes_is_cut_between_two(self):
        names, _ = self.named("\u20ac\u20ac\u20ac\u20ac\U0001f916".encode())
        self.assertEqual(names, {"\u20ac" * 4})

    def test_a_name_that_is_no_text_is_recorded_as_one(self):
        names, trace = self.named(b"Pr\xfcfstand")
        self.assertEqual(names, {"Pr\ufffdfstand"})
        self.assertTrue(trace.startswith("Pr\ufffdfstand-"), trace)

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
            self.assertRegex(self.buffers(), rf"records +{program.process.pid} ")
        self.assertRegex(self.buffers(), r"left +\d+ +256 kB +\d+ s  " + self.folder)
        recovered = self.command("recover", self.folder)
        self.assertEqual(self.buffers(), "")
        self.assertEqual(recovered.stdout, "1 traces completed\n")
        killed, _ = self.traces()
        self.assertIn("callback_end", self.names_of(killed))

    def test_what_a_kill_left_is_removed_where_it_is_named(self):
        with self.traced(RANVIER_TRACE_KEEP="last") as program:
            program.send("word")
            removed = self.command("buffers", self.folder, "--remove")
            self.assertEqual(removed.stdout, "0 buffers of killed processes removed, 0 kB\n")
        removed = self.command("buffers", self.folder, "--remove")
        self.assertEqual(removed.stdout, "1 buffers of killed processes removed, 256 kB\n")
        self.assertEqual(self.buffers(), "")
        self.assertEqual(self.command("buffers", "--no-such").returncode, 2)

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
