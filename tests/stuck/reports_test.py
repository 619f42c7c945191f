"""Each callback that waits for itself is named in words; one that is only slow is not."""
import os
import pathlib
import signal
import subprocess
import sys
import tempfile
import threading
import unittest

sys.path.append(str(pathlib.Path(__file__).resolve().parents[1] / "support"))
from own_domain import own_domain  # noqa: E402

PROGRAM, EXECUTORS, ROS2, PACKAGES = (sys.argv.pop(1) for _ in range(4))
CALLBACKS = str(pathlib.Path(__file__).with_name("callbacks.py"))
BOUND = "200"  # ms
NEVER = "86400000"


class Case:
    """A process that is killed at the end; its lines come as it writes them."""

    def __init__(self, words, sessions, **variables):
        environment = {**os.environ, "ROS_DOMAIN_ID": str(own_domain()),
                       "ROS_AUTOMATIC_DISCOVERY_RANGE": "OFF", "RANVIER_STUCK_AFTER": BOUND,
                       "RANVIER_TRACE_SESSIONS": sessions, "PYTHONPATH": PACKAGES, **variables}
        self.process = subprocess.Popen(words, env=environment, text=True, stderr=subprocess.PIPE)
        self.lines = []
        self._changed = threading.Condition()
        self._ended = False
        self._reader = threading.Thread(target=self._read)
        self._reader.start()

    def _read(self):
        for line in self.process.stderr:
            with self._changed:
                self.lines.append(line)
                self._changed.notify_all()
        with self._changed:
            self._ended = True
            self._changed.notify_all()

    def line_with(self, part):
        """The first line that has `part`; waits for it."""
        with self._changed:
            while True:
                found = [line for line in self.lines if part in line]
                if found:
                    return found[0]
                if self._ended:
                    raise AssertionError(f"ended without '{part}':\n{''.join(self.lines)}")
                self._changed.wait()

    def has(self, part):
        return any(part in line for line in self.lines)

    def wait_for_lines(self):
        """Until there is another line."""
        with self._changed:
            count = len(self.lines)
            self._changed.wait_for(lambda: len(self.lines) > count or self._ended)

    def end(self):
        self.process.kill()
        self.process.wait()
        self._reader.join()
        self.process.stderr.close()


class Reports(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory(prefix="ranvier_stuck_")
        self.addCleanup(folder.cleanup)
        self.sessions = folder.name

    def case(self, *words, **variables):
        case = Case(words, self.sessions, **variables)
        self.addCleanup(case.end)
        return case

    def check(self, case, *parts):
        line = case.line_with("has waited for")
        for part in parts:
            self.assertIn(part, line)

    def test_each_report_is_named_with_what_it_waits_for_why_and_the_remedy(self):
        started = {name: self.case(PROGRAM, name) for name in (
            "get", "service", "spin", "kept", "nested", "chain", "server", "transform")}
        self.check(started["get"], "Node '/mount', timer of 10 ms", "is stuck",
                   "the answer of service '/command'", "node '/mount', answers of service",
                   "same mutually exclusive callback group", "Give the client",
                   "callback group of its own", "await")
        self.check(started["service"], "Node '/middle', service '/middle'",
                   "the answer of service '/end'", "no thread but this one")
        self.check(started["spin"], "Node '/outer', timer", "the answer of service '/outer'",
                   "node '/outer', service '/outer'")
        self.check(started["kept"], "Node '/locker', timer of 50 ms", "a mutex")
        # Whichever thread the second callback runs on.
        self.assertRegex(started["kept"].line_with("a mutex"),
                         "timer of 10 ms ended and kept it locked|Its own thread has locked that")
        self.check(started["nested"], "Node '/nested'", "Its own thread has locked that already")
        self.check(started["server"], "Node '/starter', timer of 10 ms", "holds up others",
                   "a server of service '/late'", "No node offers it",
                   "node '/starter', timer of 50 ms")
        self.check(started["transform"], "Node '/localizer'", "a transform of tf2",
                   "node '/localizer', subscription '/tf'", "spin_thread")
        started["chain"].line_with("the answer of service '/nobody'")
        held = started["chain"].line_with("a mutex")
        self.assertIn("held by the callback of node '/chain', timer of 10 ms, which is stuck", held)

    def test_futures_of_actions_are_named_too(self):
        started = {name: self.case(PROGRAM, name) for name in ("goal", "result", "cancel")}
        for name, service in (("goal", "send_goal"), ("result", "get_result"),
                              ("cancel", "cancel_goal")):
            self.check(started[name], "Node '/navigator'",
                       f"the answer of service '/navigate/_action/{service}'",
                       "same mutually exclusive callback group", "a callback of SendGoalOptions")

    def test_futures_of_actions_are_named_in_python_too(self):
        started = {name: self.case(sys.executable, CALLBACKS, name) for name in ("goal", "result")}
        self.check(started["goal"], "Node '/navigator', timer of 50 ms",
                   "'/navigate/_action/send_goal'", "await of send_goal_async()")
        self.check(started["result"], "Node '/navigator'", "'/navigate/_action/get_result'",
                   "same mutually exclusive callback group")

    def test_the_same_in_python(self):
        started = {name: self.case(sys.executable, CALLBACKS, name)
                   for name in ("call", "grouped", "spin")}
        self.check(started["call"], "Node '/caller', timer of 50 ms", "service '/other'",
                   "await of call_async()")
        self.check(started["grouped"], "Node '/grouped'", "service '/nobody'",
                   "same mutually exclusive callback group")
        self.check(started["spin"], "Node '/outer', timer", "service '/outer'",
                   "node '/outer', service '/outer'")

    def test_a_transform_that_only_this_thread_could_hear_is_named_in_python(self):
        case = self.case(sys.executable, CALLBACKS, "transform", "0")
        self.check(case, "Node '/localizer', timer of 50 ms", "a transform of tf2",
                   "node '/localizer', subscription '/tf'", "spin_thread")

    def test_a_transform_that_another_thread_hears_is_not_nor_is_a_sleep(self):
        case = self.case(sys.executable, CALLBACKS, "transforms", "1.5")
        case.line_with("it has come")
        self.assertEqual(case.process.wait(), 0)
        self.assertNotIn("has waited for", "".join(case.lines))

    def test_a_callback_that_is_slow_is_not_named(self):
        case = self.case(PROGRAM, "slow")
        case.line_with("slow, and done")
        self.assertEqual(case.process.wait(), 0)
        self.assertNotIn("has waited for", "".join(case.lines))

    def test_executors_threads_and_what_waits_are_printed_from_outside(self):
        case = self.case(PROGRAM, "get")
        case.line_with("has waited for")
        environment = {**os.environ, "RANVIER_TRACE_SESSIONS": self.sessions}
        told = subprocess.run([EXECUTORS, str(case.process.pid)], env=environment, text=True,
                              capture_output=True, timeout=60, check=True).stdout
        self.assertIn("node '/mount', timer of 10 ms, for", told)
        self.assertIn("waits for the answer of service '/command'", told)
        self.assertIn("group, exclusive, busy: node '/mount'", told)
        self.assertIn("': idle", told)
        self.assertIn("ready, for", told)

    def test_a_signal_and_a_command_tell_at_once(self):
        case = self.case(PROGRAM, "get", RANVIER_STUCK_AFTER=NEVER)
        case.line_with("waiting")
        while not case.has("has waited for"):  # it may be just about to wait
            case.process.send_signal(signal.SIGUSR2)
            case.wait_for_lines()
        self.check(case, "Node '/mount'")
        environment = {**os.environ, "RANVIER_TRACE_SESSIONS": self.sessions}
        asked = subprocess.run([ROS2, "doctor", "stuck"], env=environment, text=True,
                               capture_output=True, timeout=60)
        self.assertIn("Node '/mount'", asked.stdout, asked.stderr)
        self.assertEqual(asked.returncode, 1)

    def test_a_handler_of_the_program_stays(self):
        case = self.case(PROGRAM, "handler", RANVIER_STUCK_AFTER=NEVER)
        case.line_with("waiting")
        case.process.send_signal(signal.SIGUSR2)
        case.line_with("the program's own")


if __name__ == "__main__":
    unittest.main()
