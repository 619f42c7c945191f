"""Nothing is left behind: whatever ends launch, and whatever its processes do about it.

RANVIER_LAUNCH_ROUNDS=20 repeats each case that often.
"""
import os
import signal
import time
import unittest

from launch_case import LaunchCase
from prefix import LIMIT

ROUNDS = int(os.environ.get("RANVIER_LAUNCH_ROUNDS", "1"))
SIGNALS = (signal.SIGINT, signal.SIGTERM, signal.SIGHUP, signal.SIGQUIT)


def node(program, arguments=""):
    return f'<node pkg="tools" exec="{program}" args="{arguments}" output="screen" ' \
           'sigterm_timeout="0.2" sigkill_timeout="0.2"/>'


CASES = {
    "children": ((node("child", "1"), node("child", "2")), ("[child-1] out", "[child-2] out")),
    "deaf": ((node("deaf"), node("deaf", "all")), ("[deaf-1] ready", "[deaf-2] ready")),
    "parent": ((node("parent"),), ("ready",)),
    "shell": (('<executable cmd="sleep 1000 | sleep 1000" shell="true" output="screen"/>',
               node("child")), ("out",)),
}


class OrphansTest(LaunchCase):
    def start(self, name):
        nodes, texts = CASES[name]
        file = self.prefix.file(f"{name}.launch.xml", f"<launch>{''.join(nodes)}</launch>")
        launch = self.prefix.start(file)
        self.addCleanup(launch.close)
        launch.wait_for(*texts)
        return launch

    def test_signals_to_launch_end_all_processes_before_launch_ends(self):
        for name in CASES:
            for signum in SIGNALS * ROUNDS:
                with self.subTest(case=name, signal=signum.name):
                    launch = self.start(name)
                    status = launch.end(signum)
                    self.assertEqual(self.prefix.processes(), [])
                    self.assertEqual(status, 0, launch.lines)

    def test_a_killed_launch_leaves_nothing(self):
        for name in list(CASES) * ROUNDS:
            with self.subTest(case=name):
                launch = self.start(name)
                launch.send(signal.SIGKILL)
                self.wait_until_nothing_runs()

    def test_a_launch_file_that_raises_later_leaves_nothing(self):
        file = self.prefix.file("raises.launch.xml", f"""<launch>{node('child')}
            {node('deaf', 'all')}<timer period="0.3"><log message="$(var nosuch)"/></timer>
            </launch>""")
        done = self.prefix.launch(file)
        self.assertEqual(done.returncode, 1)
        self.assertIn("launch configuration 'nosuch' does not exist", done.stdout)
        self.assertEqual(self.prefix.processes(), [])

    def test_a_launch_in_the_background_of_a_shell_hears_sigint(self):
        file = self.prefix.file("background.launch.xml", f"<launch>{node('child')}</launch>")
        signal.signal(signal.SIGINT, signal.SIG_IGN)
        try:
            launch = self.prefix.start(file)
        finally:
            signal.signal(signal.SIGINT, signal.default_int_handler)
        self.addCleanup(launch.close)
        launch.wait_for("out")
        self.assertEqual(launch.end(signal.SIGINT), 0)
        self.assert_line("got INT", launch.lines)

    def wait_until_nothing_runs(self):
        end = time.monotonic() + LIMIT
        while self.prefix.processes():
            self.assertLess(time.monotonic(), end, self.prefix.processes())
            time.sleep(0.01)


if __name__ == "__main__":
    unittest.main()
