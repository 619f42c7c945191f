"""`ranvier-trace live`, as users call it, on processes that run.

usage: live_test.py <program> <robot> <ranvier-trace>
"""
import json
import os
import pathlib
import signal
import statistics
import subprocess
import sys
import termios
import unittest

from processes import Program, TracingTest
from screen import PATIENCE, Screen

PROGRAM, ROBOT, COMMAND = sys.argv.pop(1), sys.argv.pop(1), sys.argv.pop(1)
MESSAGES = 1500
WAY = "/source -> /raw -> /relay -> /cooked -> /sink"
WATCHED = "/front/watched -> /front/scan -> /front/watched"


class Live(TracingTest):
    def setUp(self):
        super().setUp()
        # Sessions of this test alone: nobody else's processes join.
        self.sessions = pathlib.Path(self.folder, ".sessions")
        self.here = self.environment(RANVIER_TRACE_SESSIONS=str(self.sessions))
        self.addCleanup(self.remove_buffers)

    def program(self):
        program = Program(PROGRAM, self.here)
        self.addCleanup(program.__exit__)
        program.send("first")
        return program

    def screen(self, *options, **size):
        screen = Screen([COMMAND, "live", "--interval", "0.3", *options], self.here, **size)
        self.addCleanup(screen.close)
        return screen

    def lines(self, *options):
        """The command with --json, as a process whose lines can be read."""
        live = subprocess.Popen([COMMAND, "live", "--json", "--interval", "0.3", *options],
                                env=self.here, text=True, stdout=subprocess.PIPE,
                                stderr=subprocess.PIPE)
        self.addCleanup(live.communicate)
        self.addCleanup(live.kill)
        return live

    def wait_line(self, live, fits):
        """The first line from here on that `fits`, as what it says."""
        for text in live.stdout:
            line = json.loads(text)
            if fits(line):
                return line
        raise AssertionError(f"it ended: {live.stderr.read()}")

    def end(self, live, by=signal.SIGTERM):
        live.send_signal(by)
        self.assertEqual((live.communicate(timeout=PATIENCE)[1], live.returncode), ("", 0))

    def buffers(self):
        """Of recorders, as links to where they are in memory."""
        return [path for path in self.sessions.glob("*/*/.buffer") if path.is_symlink()]

    def remove_buffers(self):
        """Of programs that a test that fails kills in the middle of it."""
        for link in self.buffers():
            if link.exists():
                os.unlink(os.readlink(link))

    def assert_nothing_is_left(self):
        self.assertEqual([path.name for path in self.sessions.iterdir()
                          if not path.name.startswith("process-")], [])

    @staticmethod
    def chain(line, name):
        return next((one for one in line["chains"] if one["chain"] == name), None)

    # A program whose messages are known.

    def robot(self, nodes):
        stamps = os.path.join(self.folder, nodes.replace(",", "_"))
        robot = subprocess.Popen([ROBOT, nodes, str(MESSAGES), stamps], env=self.here,
                                 stderr=subprocess.PIPE)
        self.addCleanup(robot.communicate)
        self.addCleanup(robot.kill)
        return robot, stamps

    @staticmethod
    def stamped(*files):
        """Latencies by the stamps that the robot took itself: at least, and at most."""
        published, sunk = {}, {}
        for file in files:
            for line in pathlib.Path(file).read_text("utf-8").splitlines():
                what, kind, number, begin, end = line.split()
                if (what, kind) == ("published", "raw"):
                    published[number] = (int(begin), int(end))
                if what == "sunk":
                    sunk[number] = int(begin)
        return [sunk[number] - published[number][0] for number in sunk
                if int(number) <= MESSAGES]

    def hold_to_stamps(self, *parts):
        live = self.lines("--window", "600")
        self.wait_line(live, lambda line: True)
        robots = [self.robot(part) for part in parts]
        seen = {}
        for text in live.stdout:
            line = json.loads(text)
            self.assertEqual(line["lost"], 0)
            seen = self.chain(line, WAY) or seen
            if robots[-1][0].poll() is not None:
                break
        for robot, _ in robots[:-1]:
            robot.terminate()
        for robot, _ in robots:
            robot.wait(timeout=PATIENCE)
        self.end(live)
        return seen, self.stamped(*(stamps for _, stamps in robots))

    def check_against_stamps(self, *parts):
        seen, stamps = self.hold_to_stamps(*parts)
        latency = seen["latency"]
        # What came after the last look is not in it, and messages before the count are.
        self.assertGreater(latency["count"], MESSAGES // 2)
        # A stamp lies outside of the two events: the traced latency is less, by the little
        # that lies between; on a busy machine a quantile moves by what is in one and not
        # in the other.
        middle = statistics.median(stamps)
        self.assertLess(latency["p50_ns"], middle * 1.3)
        self.assertGreater(latency["p50_ns"], middle * 0.5)
        self.assertAlmostEqual(sum(seen["mean_stages_ns"].values()),
                               latency["mean_ns"], delta=latency["mean_ns"])
        self.assertGreater(sum(seen["mean_stages_ns"].values()), latency["mean_ns"])

    def test_latencies_within_a_process_are_those_that_it_stamps_itself(self):
        self.check_against_stamps("source,relay,sink")

    def test_latencies_between_processes_are_those_that_they_stamp_themselves(self):
        self.check_against_stamps("relay", "source,sink")

    def test_each_message_is_counted_once_and_a_pause_between_looks_loses_none(self):
        program = self.program()
        live = self.lines("--window", "600")
        self.wait_line(live, lambda line: line["processes"] == 1)
        for count in (1, 10, 100):
            for _ in range(count):
                program.send("again")
        line = self.wait_line(live, lambda line: (self.chain(line, WATCHED) or
                                                  {"latency": {"count": 0}})["latency"]["count"]
                              >= 111)
        for _ in range(3):
            line = self.wait_line(live, lambda line: True)
        self.assertEqual(self.chain(line, WATCHED)["latency"]["count"], 111)
        self.assertEqual(line["seen_ns"], line["window_ns"])
        [callback] = [one for one in line["callbacks"] if "/front/scan" in one["callback"]]
        self.assertEqual(callback["duration"]["count"], 111)
        self.assertEqual((line["lost"], line["cut"], line["complaints"]), (0, 0, []))
        self.end(live)

    def test_a_window_forgets(self):
        program = self.program()
        live = self.lines("--window", "0.6")
        self.wait_line(live, lambda line: line["processes"] == 1)
        program.send("again")
        self.wait_line(live, lambda line: self.chain(line, WATCHED))
        self.wait_line(live, lambda line: not self.chain(line, WATCHED))
        self.end(live)

    def test_the_page_shows_the_robot_and_q_gives_the_terminal_back(self):
        program = self.program()
        screen = self.screen()
        screen.wait_text("1 process ")
        program.send("again")
        page = screen.wait_text(WATCHED)
        self.assertIn("p50", " ".join(page))
        self.assertTrue(any("/front/scan of /front/watched" in line for line in page), page)
        self.assertNotEqual(termios.tcgetattr(screen.theirs), screen.before)
        screen.say(b"q")
        self.assertEqual(screen.wait_end(), 0)
        self.assertEqual(termios.tcgetattr(screen.theirs), screen.before)
        self.assertTrue(screen.raw.startswith(b"\x1b[?1049h\x1b[?25l"))
        self.assertTrue(screen.raw.endswith(b"\x1b[?25h\x1b[?1049l"), screen.raw[-40:])
        self.assert_nothing_is_left()
        self.assertNotIn("trace events are in", program.end())

    def test_every_way_out_gives_the_terminal_back_and_leaves_nothing(self):
        def control_c(screen):
            screen.say(b"\x03")

        def signalled(number):
            return lambda screen: screen.process.send_signal(number)

        program = self.program()
        for leave in (control_c, signalled(signal.SIGTERM), signalled(signal.SIGHUP),
                      signalled(signal.SIGINT)):
            screen = self.screen()
            screen.wait_text("1 process ")
            leave(screen)
            self.assertEqual(screen.wait_end(), 0)
            self.assertEqual(termios.tcgetattr(screen.theirs), screen.before)
            self.assertTrue(screen.raw.endswith(b"\x1b[?1049l"), screen.raw[-40:])
            self.assert_nothing_is_left()
        program.end()

    def test_the_page_follows_the_size_of_the_terminal(self):
        self.program().send("again")
        screen = self.screen("--interval", "3600", rows=30, columns=100)
        page = screen.wait_text("domain")
        self.assertGreater(max(map(len, page)), 20)
        # Only the change makes it draw: the interval is an hour.
        screen.resize(2, 20)
        page = screen.wait_page(lambda page: max(map(len, page)) <= 20)
        self.assertLessEqual(len(page), 2)
        screen.say(b"q")
        self.assertEqual(screen.wait_end(), 0)

    def test_processes_come_and_go_while_it_runs(self):
        screen = self.screen()
        number = self.here["ROS_DOMAIN_ID"]
        screen.wait_text(f"No process of domain {number} records yet")
        first = self.program()
        screen.wait_text("1 process ")
        second = self.program()
        screen.wait_text("2 processes")
        second.end()
        screen.wait_text("1 process ")
        first.send("again")
        screen.wait_text(WATCHED)
        first.end()
        screen.wait_text(f"No process of domain {number} records yet")
        screen.say(b"q")
        self.assertEqual(screen.wait_end(), 0)
        self.assert_nothing_is_left()

    def test_a_killed_process_is_counted_to_its_end_and_cleared_away(self):
        program, other = self.program(), self.program()
        live = self.lines("--window", "600")
        self.wait_line(live, lambda line: line["processes"] == 2)
        program.send("last words")  # that the next look has not seen yet, most often
        program.process.send_signal(signal.SIGKILL)
        # The other one got the message too: one chain, from the killed process to each.
        line = self.wait_line(live, lambda line: line["processes"] == 1 and
                              self.chain(line, WATCHED))
        self.assertGreaterEqual(self.chain(line, WATCHED)["latency"]["count"], 1)
        for _ in range(2):
            self.wait_line(live, lambda line: True)
        self.assertEqual(len(self.buffers()), 1)  # that of the process that lives
        other.send("on")
        self.end(live)
        self.assert_nothing_is_left()

    def test_a_process_that_is_stopped_is_named_and_the_others_are_shown(self):
        stopped, other = self.program(), self.program()
        live = self.lines("--window", "600")
        self.wait_line(live, lambda line: line["processes"] == 2)
        stopped.process.send_signal(signal.SIGSTOP)
        words = f"Process {stopped.process.pid} does not answer"
        self.wait_line(live, lambda line: any(words in one for one in line["complaints"]))
        other.send("on")
        self.wait_line(live, lambda line: self.chain(line, WATCHED))
        stopped.process.send_signal(signal.SIGCONT)
        self.wait_line(live, lambda line: line["complaints"] == [])
        stopped.send("again")
        self.end(live)
        self.assert_nothing_is_left()

    def test_what_a_killed_one_left_is_cleared_by_the_next(self):
        program = self.program()
        live = self.lines()
        self.wait_line(live, lambda line: line["processes"] == 1)
        live.kill()
        live.wait()
        self.assertEqual(len(list(self.sessions.glob("live-*"))), 1)
        live = self.lines()
        self.wait_line(live, lambda line: line["processes"] == 1)
        self.assertEqual(len(list(self.sessions.glob("live-*"))), 1)
        self.end(live)
        self.assert_nothing_is_left()
        program.end()

    def test_it_stays_small_however_long_it_runs(self):
        robot, _ = self.robot("source,relay,sink")
        live = self.lines("--window", "0.5")
        sizes = []
        for text in live.stdout:
            if json.loads(text)["chains"]:
                sizes.append(sum(path.stat().st_blocks for path in self.sessions.rglob("*")
                                 if path.is_file() and not path.is_symlink()))
            if len(sizes) == 8 or robot.poll() is not None:
                break
        # Nothing that was recorded stays: what does would grow with each look. On a busy
        # machine a look may come late, and more is there until the next.
        self.assertLess(min(sizes[4:]), 2 * sizes[0] + 64, sizes)
        self.end(live)

    def test_a_domain_that_is_traced_already_is_refused_with_the_remedy(self):
        live = self.lines()
        self.wait_line(live, lambda line: True)
        second = subprocess.run([COMMAND, "live", "--once"], env=self.here, capture_output=True,
                                text=True, timeout=PATIENCE)
        self.assertEqual(second.returncode, 1)
        self.assertIn("another `ranvier-trace live`", second.stderr)
        self.end(live)
        traces = os.path.join(self.folder, "walk")
        session = [COMMAND, "session"]
        subprocess.run([*session, "start", "walk", "--directory", traces], env=self.here,
                       check=True, capture_output=True)
        second = subprocess.run([COMMAND, "live", "--once"], env=self.here, capture_output=True,
                                text=True, timeout=PATIENCE)
        self.assertEqual(second.returncode, 1)
        self.assertIn("ros2 trace stop walk", second.stderr)
        self.assertIn(traces, second.stderr)
        # It is as it was.
        subprocess.run([*session, "stop", "walk"], env=self.here, check=True, capture_output=True)
        self.assert_nothing_is_left()

    def test_a_session_that_others_end_is_over_and_said_to_be(self):
        live = self.lines()
        self.wait_line(live, lambda line: True)
        [name] = [path.name for path in self.sessions.glob("live-*")]
        subprocess.run([COMMAND, "session", "stop", name], env=self.here, check=True,
                       capture_output=True)
        _, said = live.communicate(timeout=PATIENCE)
        self.assertEqual(live.returncode, 1)
        self.assertIn(name, said)
        self.assert_nothing_is_left()

    def test_a_reader_that_goes_away_ends_it(self):
        live = self.lines()
        self.wait_line(live, lambda line: True)
        live.stdout.close()
        self.assertEqual(live.wait(timeout=PATIENCE), 0)
        self.assert_nothing_is_left()

    def test_once_is_text_and_says_whether_there_was_a_robot(self):
        def once(*options):
            return subprocess.run([COMMAND, "live", "--once", "--interval", "0.3", *options],
                                  env=self.here, capture_output=True, text=True, timeout=PATIENCE)

        nobody = once()
        self.assertEqual(nobody.returncode, 1)
        self.assertIn("check ROS_DOMAIN_ID", nobody.stdout)
        program = self.program()
        somebody = once()
        self.assertEqual((somebody.returncode, somebody.stderr), (0, ""))
        self.assertIn("1 process ", somebody.stdout)
        self.assertNotIn("\x1b", somebody.stdout)
        program.end()

    def test_wrong_words_are_refused(self):
        for words in (["--interval", "soon"], ["--window", "-1"], ["--domain", "233"],
                      ["--chain", ","], ["--buffer"], ["folder"], ["--interval", "nan"]):
            done = subprocess.run([COMMAND, "live", *words], env=self.here, capture_output=True,
                                  text=True, timeout=PATIENCE)
            self.assertEqual(done.returncode, 2, words)
            self.assertIn("usage", done.stderr)


if __name__ == "__main__":
    unittest.main()
