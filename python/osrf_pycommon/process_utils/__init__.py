"""Processes on an asyncio loop."""
import asyncio
import os
import shutil
import subprocess
import threading


__all__ = ["AsyncSubprocessProtocol", "async_execute_process", "execute_process", "get_loop",
           "split_command", "which"]


_of_thread = threading.local()


class AsyncSubprocessProtocol:
    """The events of a process: on_stdout_received, on_stderr_received, complete."""

    def __init__(self, stdin=None, stdout=None, stderr=None):
        self.stdin = stdin
        self.stdout = stdout
        self.stderr = stderr
        self.complete = asyncio.get_running_loop().create_future()

    def connection_made(self, transport):
        self.transport = transport

    def on_stdout_received(self, data):
        """Called with bytes."""
        print(data.decode("utf-8", "replace"), end="")

    def on_stderr_received(self, data):
        """Called with bytes."""
        print(data.decode("utf-8", "replace"), end="")

    def on_process_exited(self, returncode):
        """Called with the status."""


class _Transport:
    def __init__(self, process):
        self.__process = process

    def get_pid(self):
        return self.__process.pid

    def send_signal(self, signum):
        self.__process.send_signal(signum)

    def get_pipe_transport(self, _descriptor):
        return None


def get_loop():
    """Give the running loop; outside of one, the loop of this thread."""
    try:
        return asyncio.get_running_loop()
    except RuntimeError:
        pass
    loop = getattr(_of_thread, "loop", None)
    if loop is None or loop.is_closed():
        loop = _of_thread.loop = asyncio.new_event_loop()
        asyncio.set_event_loop(loop)
    return loop


async def async_execute_process(protocol_class, cmd=None, cwd=None, env=None, shell=False,
                                emulate_tty=False, stderr_to_stdout=True):
    """Start a process; give (transport, protocol), whose future 'complete' has its status."""
    from launch.running_process import RunningProcess
    protocol = protocol_class(None, None, None)

    def on_output(descriptor, data):
        if descriptor == 1 or stderr_to_stdout:
            protocol.on_stdout_received(data)
        else:
            protocol.on_stderr_received(data)
    loop = asyncio.get_running_loop()
    words = [cmd] if isinstance(cmd, str) else list(cmd)
    process = RunningProcess(loop, words, cwd=cwd, env=env, shell=shell, emulate_tty=emulate_tty,
                             on_output=on_output)
    transport = _Transport(process)
    protocol.connection_made(transport)

    async def end():
        returncode = await process.wait()
        process.close()
        protocol.on_process_exited(returncode)
        if not protocol.complete.done():
            protocol.complete.set_result(returncode)
    protocol.ending = loop.create_task(end())
    return transport, protocol


def execute_process(cmd, cwd=None, env=None, shell=False, emulate_tty=False):
    """Run a process; yield its lines as bytes, and its status at the end."""
    process = subprocess.Popen(cmd, cwd=cwd, env=env, shell=shell, stdout=subprocess.PIPE,
                               stderr=subprocess.STDOUT)
    with process.stdout:
        yield from process.stdout
    yield process.wait()


def split_command(command):
    """Give a command line as a list."""
    import shlex
    return shlex.split(command)


def which(cmd, mode=os.F_OK | os.X_OK, path=None, **_kwargs):
    """Give the path of a program; None if PATH does not find it."""
    return shutil.which(cmd, mode, path)


