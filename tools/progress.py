"""Copies what ninja or ctest prints into a log, and shows how far it is: n of m.

usage: progress.py <log>

A terminal shows the count in place. Elsewhere each tenth of the way adds a word to the line.
"""
import re
import sys

STEP = re.compile(r"^\[(\d+)/(\d+)\]|^ *(\d+)/(\d+) Test +#")


class Shown:
    """What the line says so far."""

    def __init__(self, out):
        self.out, self.terminal, self.tenth, self.width = out, out.isatty(), 0, 0

    def show(self, done, of):
        if self.terminal:
            text = f"{done} of {of} "
            self.out.write("\b" * self.width + text)
            self.width = len(text)
        elif of >= 10 and done * 10 // of > self.tenth:
            self.tenth = done * 10 // of
            self.out.write(f"{done} of {of} ")
        self.out.flush()

    def end(self):
        self.out.write("\b" * self.width + " " * self.width + "\b" * self.width)
        self.out.flush()


def main():
    shown = Shown(sys.stdout)
    with open(sys.argv[1], "w", encoding="utf-8", errors="surrogateescape") as log:
        for line in sys.stdin:
            log.write(line)
            log.flush()  # who looks into the log sees the step that hangs
            if step := STEP.match(line):
                shown.show(*(int(number) for number in step.groups() if number))
    shown.end()


sys.stdin.reconfigure(errors="surrogateescape")
main()
