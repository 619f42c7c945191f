"""
A process in a group of its own, watched by an asyncio loop.

The loop waits for what the process writes, and for its end by a file descriptor of the process:
there is no thread and no polling.
"""
import fcntl
import os
import signal
import subprocess
import sys
import termios


async def wait_for_exit(loop, popen):
    """Wait for a process; give its status, -n if signal n ended it."""
    descriptor = os.pidfd_open(popen.pid)
    ended = loop.create_future()
    loop.add_reader(descriptor, lambda: ended.done() or ended.set_result(None))
    try:
        await ended
    finally:
        loop.remove_reader(descriptor)
        os.close(descriptor)
    return popen.wait()


class _Stream:
    """What comes out of one stream of a process."""

    def __init__(self, loop, descriptor, on_bytes):
        self.__loop = loop
        self.__descriptor = descriptor
        self.__on_bytes = on_bytes
        os.set_blocking(descriptor, False)
        loop.add_reader(descriptor, self.read)

    def read(self):
        """Pass on what there is; give how many bytes."""
        if self.__descriptor is None:
            return 0
        try:
            found = os.read(self.__descriptor, 65536)
        except BlockingIOError:
            return 0
        except OSError:  # a pseudo terminal whose other side is closed
            found = b""
        if found:
            self.__on_bytes(found)
        else:
            self.close()
        return len(found)

    def drain(self):
        """Pass on what is there now; somebody may go on writing for ever."""
        if self.__descriptor is None:
            return
        waiting = int.from_bytes(
            fcntl.ioctl(self.__descriptor, termios.FIONREAD, bytes(4)), sys.byteorder)
        while waiting >= 0 and (size := self.read()):
            waiting -= size

    def close(self):
        if self.__descriptor is not None:
            self.__loop.remove_reader(self.__descriptor)
            os.close(self.__descriptor)
            self.__descriptor = None


# A group of its own is made by Python's C from 3.11 on. Before that Python code runs for it between
# fork and exec; launch starts processes from one thread.
_OWN_GROUP = ({"process_group": 0} if sys.version_info >= (3, 11)
              else {"preexec_fn": os.setpgrp})


class RunningProcess:
    """
    A process that was started.

    :param on_output: called with (1 or 2, bytes) for what it writes.

    Raises OSError if it cannot be started.
    """

    def __init__(self, loop, cmd, *, cwd, env, shell, emulate_tty, on_output):
        self.__loop = loop
        ends = self.__open_streams(emulate_tty)
        try:
            self.__popen = subprocess.Popen(
                " ".join(cmd) if shell else cmd, cwd=cwd, env=env, shell=shell,
                stdin=subprocess.PIPE, stdout=ends[0][1], stderr=ends[1][1], bufsize=0,
                **_OWN_GROUP)
        except BaseException:
            for ours, _ in ends:
                os.close(ours)
            raise
        finally:
            for _, theirs in ends:
                os.close(theirs)
        self.__streams = [
            _Stream(loop, ours, lambda found, fd=fd: on_output(fd, found))
            for fd, (ours, _) in enumerate(ends, 1)]

    @staticmethod
    def __open_streams(emulate_tty):
        if not emulate_tty:
            return [os.pipe(), os.pipe()]
        ends = [os.openpty(), os.openpty()]
        for _, theirs in ends:
            settings = termios.tcgetattr(theirs)
            settings[1] &= ~termios.ONLCR  # lines end as the process ends them
            termios.tcsetattr(theirs, termios.TCSANOW, settings)
        return ends

    @property
    def pid(self):
        return self.__popen.pid

    async def wait(self):
        """Wait for its end, and for what it wrote; give its status."""
        returncode = await wait_for_exit(self.__loop, self.__popen)
        for stream in self.__streams:
            stream.drain()
        self.__popen.stdin.close()
        return returncode

    def has_group(self):
        """Whether there is a process in its group, perhaps one that it started."""
        try:
            os.killpg(self.pid, 0)
        except ProcessLookupError:
            return False
        except PermissionError:
            pass
        return True

    def send_signal(self, signum):
        """Send a signal to it and to all that it started, but for those that left its group."""
        try:
            os.killpg(self.pid, signum)
            if signum not in (signal.SIGKILL, signal.SIGSTOP, signal.SIGCONT):
                os.killpg(self.pid, signal.SIGCONT)  # a stopped process would not see it
        except ProcessLookupError:
            pass

    def close(self):
        """Do not read any more what those write that it left behind."""
        for stream in self.__streams:
            stream.close()
