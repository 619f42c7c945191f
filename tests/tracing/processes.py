"""What tests of tracing share: a program that is traced, and reading its trace."""
import faulthandler
import os
import pathlib
import shutil
import subprocess
import sys
import tempfile
import unittest

sys.path.append(str(pathlib.Path(__file__).resolve().parents[1] / "support"))
from own_domain import own_domain  # noqa: E402

# A test that hangs says where before ctest kills it.
HANGS_AFTER = 110  # seconds; ctest waits for 120 or longer
faulthandler.dump_traceback_later(HANGS_AFTER, exit=True)


class Program:
    """A traced program, watched from outside; killed at the end if it still runs."""

    def __init__(self, path, environment, **options):
        self.process = subprocess.Popen([path], env=environment, text=True, **options,
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

    def say(self, line, answer):
        """Gives it a line, and waits for its answer."""
        self.process.stdin.write(line + "\n")
        self.process.stdin.flush()
        self.wait_line(answer)

    def send(self, word):
        """Makes it publish, and waits until its callback has run."""
        self.say(word, f"heard {word}")

    def end(self):
        """Lets it end; gives what else it said."""
        said = self.process.communicate("", timeout=60)[1]
        if self.process.returncode != 0:
            raise AssertionError(f"exit {self.process.returncode}: {said}")
        return said


class TracingTest(unittest.TestCase):
    """Has a folder for traces."""

    def setUp(self):
        self.folder = tempfile.mkdtemp(prefix="ranvier_tracing_")
        self.addCleanup(shutil.rmtree, self.folder)

    def environment(self, **variables):
        """That of the tests' processes: on this host alone, in a domain of this test program. What
        they record is whole, also where the recorder waits for a CPU."""
        return {**os.environ, "ROS_DOMAIN_ID": str(own_domain()),
                "ROS_AUTOMATIC_DISCOVERY_RANGE": "LOCALHOST",
                "RANVIER_TRACE_WHEN_FULL": "block", **variables}

    def traces(self, folder=""):
        return sorted(path.name for path in pathlib.Path(self.folder, folder).iterdir()
                      if path.is_dir())

    def names_of(self, trace):
        """The events of a trace below the folder, which babeltrace2 reads without a complaint."""
        done = subprocess.run(["babeltrace2", str(pathlib.Path(self.folder, trace))],
                              capture_output=True, text=True, timeout=60)
        self.assertEqual(done.stderr, "")
        return [line.split("ros2:")[1].split(":")[0] for line in done.stdout.splitlines()]
