"""Events of the kernel: a process of `ranvier-trace kernel` for each session that has them."""
import os
import select
import signal
import subprocess

from . import program

FOLDER = "kernel"
MARK = ".recorder"
PATIENCE_SECONDS = 10


class KernelError(RuntimeError):
    """Kernel events cannot be recorded; says why, and the remedy."""


def start(directory, events):
    """Records into the folder `kernel` of the directory from now on. Raises KernelError."""
    # In a session of its own: Ctrl-C is for who started it.
    with subprocess.Popen([program.find(), "kernel", directory, *events], text=True,
                          stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.PIPE,
                          start_new_session=True) as recorder:
        if recorder.stdout.readline():
            # It goes on without us, and says nothing more that somebody waits for.
            recorder.returncode = 0
            return
        raise KernelError(recorder.stderr.read().strip() or "the recorder ended without a word")


def is_recorded(directory):
    """Whether a recorder of kernel events was started for this directory, and not stopped."""
    return os.path.exists(os.path.join(directory, FOLDER, MARK))


def _find(directory):
    """A file of the process that records into the directory, and its id."""
    folder = os.path.join(directory, FOLDER)
    try:
        with open(os.path.join(folder, MARK), encoding="utf-8") as mark:
            pid = int(mark.read())
        handle = os.pidfd_open(pid)
        with open(f"/proc/{pid}/comm", encoding="utf-8", errors="replace") as name:
            if name.read().strip() == program.NAME:
                return handle
        os.close(handle)
    except (OSError, ValueError):
        pass
    raise KernelError(f"Kernel events: nobody records into '{folder}' any more. Its recorder was "
                      "killed, or could not write; the trace ends there. Remove its file "
                      f"'{MARK}' to be rid of this message.")


def tell(directory, order):
    """Sends the recorder of the directory a signal. Raises KernelError if there is none."""
    handle = _find(directory)
    signal.pidfd_send_signal(handle, order)
    return handle


def pause(directory):
    os.close(tell(directory, signal.SIGUSR1))


def resume(directory):
    os.close(tell(directory, signal.SIGUSR2))


def stop(directory):
    """The trace is whole then. Raises KernelError."""
    handle = tell(directory, signal.SIGTERM)
    ended = select.select([handle], [], [], PATIENCE_SECONDS)[0]
    os.close(handle)
    if not ended:
        raise KernelError(f"Kernel events: the recorder of '{directory}' does not end. Kill it.")
