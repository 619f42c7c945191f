"""LTTng as the recorder: its own sessions, of its own command and daemon."""
import os
import shutil
import subprocess

from . import names


class LttngError(RuntimeError):
    """LTTng's command is not there, or refuses; says why, and the remedy."""


def _call(*words):
    if shutil.which("lttng") is None:
        raise LttngError("the command 'lttng' is not installed. As root: apt install lttng-tools; "
                         "or record without it (--recorder ranvier).")
    done = subprocess.run(["lttng", *words], capture_output=True, text=True, errors="replace",
                          check=False)
    if done.returncode != 0:
        said = " ".join((done.stdout + done.stderr).split())
        raise LttngError(f"'lttng {' '.join(words)}' failed: {said or 'it does not say why'}")


def create(session_name, directory, ros_events, context_fields):
    """Makes a session that records these events, and starts it. Raises LttngError."""
    _call("create", session_name, f"--output={os.path.abspath(directory)}")
    try:
        for pattern in ros_events:
            matching = [pattern] if pattern in names.DEFAULT_EVENTS_UST else (
                names.matching_events(pattern))
            if matching:
                _call("enable-event", f"--session={session_name}", "--userspace",
                      ",".join(matching))
        for field in context_fields:
            _call("add-context", f"--session={session_name}", "--userspace", f"--type={field}")
        _call("start", session_name)
    except LttngError:
        _call("destroy", session_name)
        raise


def start(session_name):
    """Raises LttngError."""
    _call("start", session_name)


def stop(session_name):
    """Its trace is whole until start(). Raises LttngError."""
    _call("stop", session_name)


def destroy(session_name):
    """Its trace stays. Raises LttngError."""
    _call("destroy", session_name)
