"""
The guard of a launch: a small program that ends what the launch leaves behind.

It holds a pipe from the launch. When the launch ends, for whatever reason, the pipe closes; the
guard then ends the processes that are left: SIGINT, SIGTERM, SIGKILL, with the times that the
launch gave. A process belongs to the launch if it is in the group of one that the launch
started, if one of those is above it, or if it has the launch's mark in its environment.
"""
import os
import subprocess

import ranvier_prefix

from launch.running_process import wait_for_exit

MARK = "RANVIER_LAUNCH_ID"


def program():
    return os.path.join(ranvier_prefix.folder(), "lib", "launch", "launch_guard")


class Guard:
    """The guard of one launch; started with the first process."""

    def __init__(self):
        self.__mark = f"{os.getpid()}-{os.urandom(8).hex()}"
        self.__popen = None

    def mark(self, environment):
        """Give the environment with the mark in it."""
        return {**environment, MARK: self.__mark}

    def __start(self):
        try:
            self.__popen = subprocess.Popen(
                [program(), f"{MARK}={self.__mark}"], stdin=subprocess.PIPE,
                stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, bufsize=0,
                start_new_session=True)
        except OSError as error:
            raise RuntimeError(
                f"the guard of launch '{program()}' cannot be started ({error}): install "
                "Ranvier again") from error

    def watch(self, pid, sigterm_timeout, sigkill_timeout):
        """Guard the group of a process."""
        self.__tell(f"+{pid} {sigterm_timeout} {sigkill_timeout}\n")

    def forget(self, pid):
        """Leave this group alone: nobody is in it any more."""
        self.__tell(f"-{pid}\n")

    def __tell(self, line):
        try:
            self.__popen.stdin.write(line.encode())
        except BrokenPipeError:  # somebody ended it: the launch itself still ends its processes
            pass

    def begin(self):
        """Start it before the first process, so that nothing runs unguarded."""
        if self.__popen is None:
            self.__start()

    async def end(self, loop):
        """Wait until it has ended what is left."""
        if self.__popen is not None:
            self.__popen.stdin.close()
            await wait_for_exit(loop, self.__popen)
            self.__popen = None
