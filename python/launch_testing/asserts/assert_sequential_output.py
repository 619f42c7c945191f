"""The order of what a process has written."""
from contextlib import contextmanager

from launch_testing.output_text import text_of
from launch_testing.util.proc_lookup import resolveProcesses


class SequentialTextChecker:
    """A text that is read from its beginning."""

    def __init__(self, text):
        self.__lines = text.splitlines()
        self.__at = 0

    def assertInText(self, msg):
        """Say that a text comes behind what was found before."""
        for at in range(self.__at, len(self.__lines)):
            if msg in self.__lines[at]:
                self.__at = at + 1
                return
        raise AssertionError(
            f"'{msg}' not found, or not in this order. What is near: {self.get_nearby_lines()}")

    def assertInStdout(self, msg):
        self.assertInText(msg)

    def get_nearby_lines(self):
        """Give the lines around the place that was reached."""
        return self.__lines[max(0, self.__at - 2):self.__at + 3]


@contextmanager
def assertSequentialStdout(proc_output, process, cmd_args=None):
    """Give a SequentialTextChecker of what a process has written."""
    [found] = resolveProcesses(proc_output, process=process, cmd_args=cmd_args)
    yield SequentialTextChecker(text_of(proc_output, found, "stdout"))
