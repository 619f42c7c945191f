"""`ranvier-trace`, the program of the prefix that reads traces and leads sessions."""
import os
import shutil
import subprocess

NAME = "ranvier-trace"


def find():
    """Its path: beside these packages, else on PATH. Raises FileNotFoundError."""
    # Not resolved: in a build folder the packages are links.
    prefix = os.path.abspath(__file__)
    for _ in range(6):  # tools, tracetools_trace, site-packages, python3, lib
        prefix = os.path.dirname(prefix)
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
