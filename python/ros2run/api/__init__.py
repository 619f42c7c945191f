"""Running programs of packages."""
import os
import signal
import subprocess
import sys

from ros2pkg.api import PackageNotFound, get_executable_paths

__all__ = ["ExecutableNameCompleter", "MultipleExecutables", "get_executable_path",
           "run_executable"]


class MultipleExecutables(Exception):
    """A package has several programs of one name."""

    def __init__(self, paths):
        super().__init__(f"Multiple executables found: {', '.join(paths)}")
        self.paths = paths


def get_executable_path(*, package_name, executable_name):
    """Give the path of a program; None if there is none."""
    paths = [path for path in get_executable_paths(package_name=package_name)
             if os.path.basename(path) == executable_name]
    if len(paths) > 1:
        raise MultipleExecutables(paths)
    return paths[0] if paths else None


def run_executable(*, path, argv, prefix=None):
    """
    Run a program to its end.

    SIGTERM is passed on to it; SIGINT it gets from the terminal, as this process does.

    :param prefix: words before the program: 'nice -n 5'.
    :return: its status; 256 - n if signal n ended it.
    """
    words = [path, *argv]
    if prefix:
        import shlex
        try:
            words = shlex.split(prefix) + words
        except ValueError as error:
            print(f"Cannot read the prefix {prefix!r}: {error}", file=sys.stderr)
            return 1
    try:
        process = subprocess.Popen(words)
    except OSError as error:
        print(f"Cannot start '{words[0]}': {error.strerror}", file=sys.stderr)
        return 1
    before = signal.signal(signal.SIGTERM, lambda number, frame: process.send_signal(number))
    try:
        status = _wait(process)
    finally:
        signal.signal(signal.SIGTERM, before)
    _tell(status)
    return status if status >= 0 else 256 + status


def _wait(process):
    """Wait for the end, through any number of SIGINT."""
    while True:
        try:
            return process.wait()
        except KeyboardInterrupt:
            continue


def _tell(status):
    if status < 0:
        words = signal.strsignal(-status) or f"signal {-status}"
        print(f"[ros2run]: {words}")
    elif status > 0:
        print(f"[ros2run]: Process exited with failure {status}")


class ExecutableNameCompleter:
    """Completes the programs of the package that is named."""

    def __init__(self, *, package_name_key=None):
        self.package_name_key = package_name_key

    def __call__(self, prefix, parsed_args, **kwargs):
        try:
            paths = get_executable_paths(
                package_name=getattr(parsed_args, self.package_name_key))
        except PackageNotFound:
            return []
        return [os.path.basename(path) for path in paths]
