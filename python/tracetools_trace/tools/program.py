"""`ranvier-trace`, the program of the prefix that reads traces and leads sessions."""
import os
import subprocess
import sys

import ranvier_prefix

NAME = "ranvier-trace"


def find():
    """Its path: beside these packages, else on PATH. Raises FileNotFoundError."""
    return ranvier_prefix.program(NAME)


def run(*words):
    """Runs it to its end. @return what subprocess.run() gives, its output as text."""
    return subprocess.run([find(), *words], capture_output=True, text=True, errors="replace",
                          check=False)


def main():
    """Becomes the program: the command of that name where pip installed it."""
    path = find()
    os.execv(path, [path, *sys.argv[1:]])
