"""Every recorded command of the real `ros2`, on an equal graph of ours: the same output and status.

replay_tables.py says what is not the same.
"""
import concurrent.futures
import contextlib
import io
import itertools
import os
import re
import shlex
import signal
import subprocess
import unittest

import recordings
import replay_tables as tables
from support import CommandTest, end_of, eventually

import ros2cli.cli

if not recordings.FOLDER.is_dir():
    print(f"SKIPPED: there are no recordings in {recordings.FOLDER}")
    raise SystemExit(0)

# A network of its own with loopback alone, and such a one in which multicast has a way.
_ALONE = "ip link set lo up; "
_MULTICAST = "ip link set lo up multicast on; ip route add 224.0.0.0/4 dev lo; "


_AT_ONCE = os.cpu_count() + 1  # commands that only look
_LINES_OF_A_BLOCK = 6  # those in which the blocks of a stream are alike


class ReplayTest(CommandTest):
    maxDiff = 4000

    def replay(self, file):
        work = self.graph.prefix.scratch / file
        (work / "pk").mkdir(parents=True)
        entries = [one for one in recordings.read(file) if not tables.skipped(one)]
        # Most of the time of a command it waits: those that do not see each other go together.
        with concurrent.futures.ThreadPoolExecutor(_AT_ONCE) as pool:
            for kind, group in itertools.groupby(entries, tables.kind_of_look):
                group = list(group)
                ended = pool.map(lambda one: self.ended(one, work), group) if kind else ()
                for entry, done in itertools.zip_longest(group, ended):
                    for command in tables.before(entry):
                        self.graph.run(["bash", "-c", command])
                    with self.subTest(entry.command):
                        self.check(entry, work, done)

    def check(self, entry, work, done):
        """Compare what is `done`; None: do it now."""
        if entry.is_usage_error and tables.different(entry) is None:
            return self.check_usage(entry)
        if entry.signal:
            return self.check_stream(entry, self.words_of(entry), work)
        done = done or self.ended(entry, work)
        self.compare(entry, done.returncode, done.stdout, done.stderr)

    def ended(self, entry, work):
        return self.graph.run(self.words_of(entry), cwd=work)

    def words_of(self, entry):
        command = tables.command_of(entry)
        words = ["bash", "-c", f"exec {command}" if entry.signal else command]
        if entry.file != "multicast":
            return words
        return ["unshare", "-n", "bash", "-c",
                (_MULTICAST if entry.multicast else _ALONE) + words[-1]]

    def check_usage(self, entry):
        """In this process: nothing is done with words that are refused."""
        stdout, stderr = io.StringIO(), io.StringIO()
        words = shlex.split(entry.command.removeprefix("cd pk && "))
        with contextlib.redirect_stdout(stdout), contextlib.redirect_stderr(stderr):
            try:
                status = ros2cli.cli.main(argv=words[1:])
            except SystemExit as end:
                status = end.code
        self.assertEqual(status, 2)
        self.assertEqual(recordings.without_usage(stderr.getvalue()),
                         recordings.without_usage(entry.stderr))

    def check_stream(self, entry, words, work):
        """End it by the signal once it has printed, or has its handlers; each line is known."""
        process = subprocess.Popen(
            words, env=self.graph.env, cwd=work, text=True, stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE, stderr=subprocess.PIPE, start_new_session=True)
        said = complained = ""
        try:
            if entry.stdout.strip():
                wanted = tables.comes_before_the_signal(entry)
                while not re.search(wanted, said):
                    line = process.stdout.readline()
                    self.assertTrue(line, f"it ended: {said}")
                    said += line
            elif entry.stderr.strip():
                complained = process.stderr.readline()
            else:
                eventually(lambda: process.poll() is not None or _catches_sigterm(process.pid))
            number = getattr(signal, f"SIG{entry.signal}")
            (os.killpg if entry.signal == "INT" else os.kill)(process.pid, number)
            rest, errors, status = end_of(process)
        finally:
            process.kill()
        self.compare(entry, status, said + rest, complained + errors, streams=True)

    def compare(self, entry, status, stdout, stderr, streams=False):
        other = tables.different(entry)
        if other is not None:
            self.assertEqual(status, other.status, f"{stdout}\n{stderr}")
            self.assertRegex(stdout + stderr, other.says)
            return
        self.assertEqual(status, entry.status, f"{stdout}\n{stderr}")
        recorded = tables.same_as(entry.stdout)
        if entry.was_a_traceback:
            self.assertNotIn("Traceback", stderr)
            self.assertTrue(status == 0 or stderr.strip(), "it says nothing")
            return
        numbers = tables.has_measured_numbers(entry)
        if streams or numbers or tables.comes_in_any_order(entry):
            self.knows_each_line(stdout, recorded, numbers)
            self.knows_each_line(stderr, tables.same_as(entry.stderr), numbers)
        else:
            self.same(tables.settled(stdout), tables.settled(recorded))
            self.same(stderr, tables.same_as(entry.stderr))

    def same(self, ours, recorded):
        if not re.fullmatch(recordings.pattern(recorded), ours):
            self.assertEqual(recorded, ours)  # it shows where

    def knows_each_line(self, ours, recorded, any_number):
        known = recordings.line_patterns(recorded, any_number)
        was_cut = "<CUT: " in recorded  # then more may come that nobody knows
        for line in ours.splitlines()[:_LINES_OF_A_BLOCK if was_cut else None]:
            if not re.fullmatch(known, line.strip()):
                self.assertIn(line, recorded)  # it shows which
        self.assertEqual(bool(ours), bool(recorded), "one of them says nothing")


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


# In the order of the recorder: what one changes, the next ones see.
for _number, _file in enumerate((
        "ros2", "daemon", "node", "topic", "topic_pub", "service", "action", "param", "lifecycle",
        "component", "interface", "pkg", "run", "doctor", "multicast")):
    setattr(ReplayTest, f"test_{_number:02}_{_file}", _test(_file))


if __name__ == "__main__":
    unittest.main()
