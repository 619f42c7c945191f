"""A test case that starts programs under policies, and looks at their threads."""
import contextlib
import os
import pathlib
import subprocess
import sys
import tempfile
import time
import unittest

sys.path.append(str(pathlib.Path(__file__).resolve().parents[1] / "support"))
from own_domain import own_domain  # noqa: E402

LIMIT = 60  # seconds


class Task:
    """A thread of a process, as the kernel shows it."""

    def __init__(self, folder):
        self.name = (folder / "comm").read_text().strip()
        fields = (folder / "stat").read_text().rpartition(")")[2].split()
        self.nice, self.real_time_priority, self.policy = (
            int(fields[place - 3]) for place in (19, 40, 41))
        status = (folder / "status").read_text().splitlines()
        self.cpus = next(line.split()[1] for line in status
                         if line.startswith("Cpus_allowed_list:"))


class ProgramCase(unittest.TestCase):
    """Programs that know nothing of policies, in a domain and a folder of the case."""

    def setUp(self):
        self.stack = contextlib.ExitStack()
        self.addCleanup(self.stack.close)
        self.folder = pathlib.Path(self.stack.enter_context(tempfile.TemporaryDirectory()))
        self.environment = dict(os.environ, ROS_DOMAIN_ID=str(own_domain()),
                                ROS_AUTOMATIC_DISCOVERY_RANGE="LOCALHOST",
                                RANVIER_TRACE_SESSIONS=str(self.folder / "sessions"))
        self.environment.pop("RANVIER_EXECUTOR_POLICY", None)
        self.said = {}

    def start(self, program, policy=None):
        """A program that ends with the case."""
        environment = dict(self.environment)
        if policy is not None:
            file = self.folder / "policy.yaml"
            file.write_text(policy)
            environment["RANVIER_EXECUTOR_POLICY"] = str(file)
        return self.run_until_the_end([program], environment)

    def run_until_the_end(self, words, environment):
        output = self.stack.enter_context(tempfile.TemporaryFile("w+"))
        process = subprocess.Popen(words, env=environment, stdout=output, stderr=output)
        self.stack.callback(self.end, process)
        self.said[process] = output
        return process

    @staticmethod
    def end(process):
        process.terminate()
        process.wait()

    def until(self, process, holds, what):
        end = time.monotonic() + LIMIT
        while not holds():
            self.assertIsNone(process.poll(), self.output_of(process))
            self.assertLess(time.monotonic(), end, f"{what}; {self.output_of(process)}")
            time.sleep(0.01)

    def output_of(self, process):
        self.said[process].seek(0)
        return self.said[process].read()

    def until_it_says(self, process, words):
        self.until(process, lambda: words in self.output_of(process), f"it does not say {words}")

    def tasks_of(self, process):
        tasks = []
        for folder in pathlib.Path(f"/proc/{process.pid}/task").iterdir():
            with contextlib.suppress(FileNotFoundError, ProcessLookupError):
                tasks.append(Task(folder))
        return tasks

    def until_a_task_is(self, process, name, **wanted):
        """A new thread has what its maker has, until it gets its own settings."""
        def is_there():
            return any(task.name == name and all(
                getattr(task, field) == value for field, value in wanted.items())
                for task in self.tasks_of(process))

        self.until(process, is_there, f"no thread is '{name}' with {wanted}")
