"""Events that a Python program records of itself: tracetools_trace.user_event().

usage: user_event_test.py <folder of the packages> <ros2>
"""
import os
import pathlib
import shutil
import subprocess
import sys
import tempfile
import textwrap
import unittest

PACKAGES, ROS2 = sys.argv.pop(1), sys.argv.pop(1)
sys.path.insert(0, PACKAGES)
sys.path.append(str(pathlib.Path(__file__).resolve().parents[1] / "support"))

import ranvier_analysis  # noqa: E402  the paths above come first
from own_domain import own_domain  # noqa: E402

THREADS, EACH = 4, 500


class UserEvents(unittest.TestCase):
    def setUp(self):
        self.folder = tempfile.mkdtemp(prefix="ranvier_user_event_")
        self.addCleanup(shutil.rmtree, self.folder)
        self.directory = f"{self.folder}/trace"

    def environment(self, **variables):
        return {**os.environ, "PYTHONPATH": PACKAGES, "ROS_LOG_DIR": f"{self.folder}/log",
                "RANVIER_TRACE_SESSIONS": f"{self.folder}/sessions",
                "ROS_DOMAIN_ID": str(own_domain()), **variables}

    def run_program(self, text, **variables):
        """Runs a Python program to its end, in peace. Gives what it printed."""
        done = subprocess.run([sys.executable, "-W", "error", "-c", textwrap.dedent(text)],
                              env=self.environment(**variables), capture_output=True, text=True,
                              timeout=60, check=False)
        self.assertEqual((done.returncode, done.stderr), (0, ""))
        return done.stdout

    def record(self, text):
        self.run_program(text, RANVIER_TRACE=self.directory, RANVIER_TRACE_WHEN_FULL="block")
        return self.events()

    def events(self):
        return ranvier_analysis.load(self.directory).event("ranvier_user")

    def test_names_and_numbers_are_recorded_in_their_order(self):
        events = self.record("""
            from tracetools_trace import user_event
            user_event("begin")
            user_event("größe", -7)
            user_event("far", 2 ** 70)
            user_event("far below", -2 ** 70)
        """)
        self.assertEqual(list(events["name"]), ["begin", "größe", "far", "far below"])
        self.assertEqual(list(events["value"]), [0, -7, 2 ** 63 - 1, -2 ** 63])
        self.assertEqual(sorted(events["_timestamp"]), list(events["_timestamp"]))

    def test_events_of_all_threads_are_recorded(self):
        events = self.record(f"""
            import threading
            from tracetools_trace import user_event
            barrier = threading.Barrier({THREADS})
            def work(number):
                barrier.wait()
                for i in range({EACH}):
                    user_event(f"thread {{number}}", i)
            threads = [threading.Thread(target=work, args=[i]) for i in range({THREADS})]
            for one in threads:
                one.start()
            for one in threads:
                one.join()
        """)
        for number in range(THREADS):
            mine = events.where(name=f"thread {number}")
            self.assertEqual([one["value"] for one in mine], list(range(EACH)))
            self.assertEqual(len({one["_thread"] for one in mine}), 1)
        self.assertEqual(len(set(events["_thread"])), THREADS)

    def test_a_child_of_fork_has_a_trace_of_its_own(self):
        events = self.record("""
            import os, warnings
            from tracetools_trace import user_event
            warnings.simplefilter("ignore")  # of Python, that a program with threads forks
            user_event("parent", 1)
            child = os.fork()
            if child == 0:
                user_event("child", 2)
                raise SystemExit(0)
            assert os.waitpid(child, 0)[1] == 0
            user_event("parent", 3)
        """)
        self.assertEqual(sorted(zip(events["name"], events["value"])),
                         [("child", 2), ("parent", 1), ("parent", 3)])
        trace = ranvier_analysis.load(self.directory)
        self.assertEqual(len(trace.processes), 2)

    def test_a_child_of_fork_ends_though_threads_of_the_parent_have_just_begun(self):
        for _ in range(20):
            self.run_program("""
                import os, warnings
                from tracetools_trace import user_event
                warnings.simplefilter("ignore")
                user_event("parent")
                if os.fork() == 0:
                    user_event("child")
                    raise SystemExit(0)
                assert os.wait()[1] == 0
            """, RANVIER_TRACE=self.directory)

    def test_a_session_is_joined_while_the_program_runs(self):
        running = subprocess.Popen(
            [sys.executable, "-c", textwrap.dedent("""
                from tracetools_trace import user_event
                user_event("before")
                print("ready", flush=True)
                input()
                user_event("during", 5)
                print("said", flush=True)
                input()
                user_event("after")
            """)], env=self.environment(), text=True, stdin=subprocess.PIPE, stdout=subprocess.PIPE)
        with running:
            try:
                self.assertEqual(running.stdout.readline(), "ready\n")
                self.ros2("start", "walk", "-p", self.folder)
                running.stdin.write("\n")
                running.stdin.flush()
                self.assertEqual(running.stdout.readline(), "said\n")
                self.ros2("stop", "walk")
                running.communicate("\n", timeout=30)
            finally:
                running.kill()
        self.assertEqual(running.returncode, 0)
        events = ranvier_analysis.load(f"{self.folder}/walk").event("ranvier_user")
        self.assertEqual(list(zip(events["name"], events["value"])), [("during", 5)])

    def ros2(self, *words):
        done = subprocess.run([ROS2, "trace", *words], env=self.environment(),
                              capture_output=True, text=True, timeout=60, check=False)
        self.assertEqual(done.returncode, 0, done.stderr)

    def test_nothing_is_recorded_and_nothing_looked_at_while_nobody_does(self):
        self.run_program("""
            from tracetools_trace import user_event
            for _ in range(1000):
                user_event(object(), "no number")
        """)
        self.assertFalse(pathlib.Path(self.directory).exists())

    def test_a_value_that_is_no_number_is_named(self):
        self.record("""
            from tracetools_trace import user_event
            for wrong in (("name", "x"), ("name", 1.5), (b"name", 1)):
                try:
                    user_event(*wrong)
                except TypeError as error:
                    assert repr(wrong[0]) in str(error) and repr(wrong[1]) in str(error), error
                else:
                    raise AssertionError(wrong)
        """)

    def test_a_library_that_is_missing_is_told_of_and_stops_nothing(self):
        for package in ("tracetools_trace", "ranvier_prefix"):
            shutil.copytree(f"{PACKAGES}/{package}", f"{self.folder}/alone/{package}",
                            ignore=shutil.ignore_patterns("__pycache__"))
        self.assertEqual(self.run_program("""
            import warnings
            from tracetools_trace import user_event
            with warnings.catch_warnings(record=True) as told:
                warnings.simplefilter("always")
                user_event("one")
                user_event("two")
            print(len(told), told[0].message)
        """, PYTHONPATH=f"{self.folder}/alone", LD_LIBRARY_PATH="").split(":")[0],
            "1 user_event() records nothing")

    def test_a_domain_that_is_none_is_told_of(self):
        self.assertIn("ROS_DOMAIN_ID", self.run_program("""
            import warnings
            from tracetools_trace import user_event
            with warnings.catch_warnings(record=True) as told:
                warnings.simplefilter("always")
                user_event("one")
            print(told[0].message)
        """, ROS_DOMAIN_ID="many"))


if __name__ == "__main__":
    unittest.main()
