"""`ranvier-trace`, the program of the prefix that reads traces and leads sessions."""
import os
import shutil
import subprocess
import sys

import ranvier_prefix

NAME = "ranvier-trace"


def find():
    """Its path: beside these packages, else on PATH. Raises FileNotFoundError."""
    prefix = ranvier_prefix.folder()
    beside = os.path.join(prefix, "bin", NAME)
    if os.access(beside, os.X_OK):
        return beside
    found = shutil.which(NAME)
    if found:
        return found
    raise FileNotFoundError(f"program '{NAME}' is neither in '{prefix}/bin' nor on PATH. Source "
                            "the setup.bash of the prefix that has it.")


def run(*words):
    """Runs it to its end. @return what subprocess.run() gives, its output as text."""
    return subprocess.run([find(), *words], capture_output=True, text=True, errors="replace",
                          check=False)


def main():
    """Becomes the program: the command of that name where pip installed it."""
    path = find()
    os.execv(path, [path, *sys.argv[1:]])
