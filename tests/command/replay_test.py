"""Every recorded command of the real `ros2`, on an equal graph of ours: the same output and status.

Two tables say what is not the same: SKIPPED, what cannot be replayed here, and DIFFERENT, what
docs/differences.md has a row for.
"""
import contextlib
import io
import os
import re
import signal
import subprocess
import time
import unittest

import recordings
from replay_tables import different, same_as, skipped
from support import LIMIT_S, CommandTest, eventually

import ros2cli.cli

if not recordings.FOLDER.is_dir():
    print(f"SKIPPED: there are no recordings in {recordings.FOLDER}")
    raise SystemExit(0)


class ReplayTest(CommandTest):
    maxDiff = 4000

    def replay(self, file):
        work = self.graph.prefix.scratch / file
        (work / "pk").mkdir(parents=True)
        for entry in recordings.read(file):
            if skipped(entry):
                continue
            with self.subTest(entry.command):
                self.check(entry, work)

    def check(self, entry, work):
        if entry.is_usage_error and entry.command.startswith("ros2 ") and "'" not in entry.command:
            return self.check_usage(entry)
        if entry.signal:
            return self.check_stream(entry, work)
        done = self.graph.run(["bash", "-c", entry.command], cwd=work)
        self.compare(entry, done.returncode, done.stdout, done.stderr)

    def check_usage(self, entry):
        """In this process: nothing is done with words that are refused."""
        stdout, stderr = io.StringIO(), io.StringIO()
        with contextlib.redirect_stdout(stdout), contextlib.redirect_stderr(stderr):
            try:
                status = ros2cli.cli.main(argv=entry.command.split()[1:])
            except SystemExit as end:
                status = end.code
        self.assertEqual(status, 2)
        self.assertEqual(recordings.without_usage(stderr.getvalue()),
                         recordings.without_usage(entry.stderr))

    def check_stream(self, entry, work):
        """End it by the signal once it has printed, or has its handlers; each line is known."""
        process = subprocess.Popen(
            ["bash", "-c", f"exec {entry.command}"], env=self.graph.env, cwd=work, text=True,
            stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.PIPE,
            start_new_session=True)
        said = ""
        try:
            if entry.stdout.strip():
                said = process.stdout.readline()
            else:
                eventually(lambda: process.poll() is not None or _catches_sigterm(process.pid))
            number = getattr(signal, f"SIG{entry.signal}")
            os.killpg(process.pid, number)
            rest, errors = process.communicate(timeout=LIMIT_S)
        finally:
            process.kill()
        self.compare(entry, process.returncode, said + rest, errors, streams=True)

    def compare(self, entry, status, stdout, stderr, streams=False):
        other = different(entry)
        if other is not None:
            self.assertEqual(status, other.status, stderr)
            self.assertRegex(stdout + stderr, other.says)
            return
        self.assertEqual(status, entry.status, f"{stdout}\n{stderr}")
        recorded = same_as(entry.stdout)
        if entry.was_a_traceback:
            self.assertNotIn("Traceback", stderr)
            self.assertTrue(stderr.strip(), "it says nothing")
            return
        rates = re.search(r"topic (hz|bw|delay)", entry.command) is not None
        if streams or rates:
            known = recordings.line_patterns(recorded, any_number=rates)
            for line in stdout.splitlines():
                self.assertRegex(line, rf"\A(?:{known.pattern})\Z")
            self.assertEqual(bool(stdout), bool(entry.stdout))
        else:
            self.same(stdout, recorded)
        self.same(stderr, same_as(entry.stderr))

    def same(self, ours, recorded):
        if not re.fullmatch(recordings.pattern(recorded), ours):
            self.assertEqual(recorded, ours)  # it shows where


def _catches_sigterm(pid):
    try:
        with open(f"/proc/{pid}/status", encoding="ascii") as file:
            caught = re.search(r"^SigCgt:\s+(\w+)", file.read(), re.M)[1]
    except OSError:
        return False
    return bool(int(caught, 16) >> (signal.SIGTERM - 1) & 1)


def _test(file):
    def test(self):
        self.replay(file)
    return test


for _file in ("ros2", "daemon", "node", "topic", "topic_pub", "service", "action", "param",
              "lifecycle", "component", "interface", "pkg", "run", "doctor", "multicast"):
    setattr(ReplayTest, f"test_{_file}", _test(_file))


if __name__ == "__main__":
    unittest.main()
