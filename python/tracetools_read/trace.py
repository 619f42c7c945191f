"""Reads the traces of a directory, by the product's own reader (`ranvier-trace print`)."""
import json
import os
import subprocess
from typing import Iterable, List

from tracetools_trace.tools import program

from . import DictEvent

_METADATA = (b"/* CTF 1.8", b"\x57\x1d\xd1\x75", b"\x75\xd1\x1d\x57")  # as text, or in packets


class TraceError(RuntimeError):
    """A directory cannot be read as a trace; says why."""


def is_trace_directory(path: str) -> bool:
    """Whether a trace lies in the directory, or in a folder of it."""
    for folder, _, files in os.walk(os.path.expanduser(path)):
        if "metadata" in files:
            with open(os.path.join(folder, "metadata"), "rb") as metadata:
                if metadata.read(16).startswith(_METADATA):
                    return True
    return False


def get_trace_ctf_events(trace_directory: str) -> Iterable[DictEvent]:
    """The events, one after the other, in the order of time.

    They are dictionaries, and not the events of babeltrace's Python package, which
    this one does without. What is wrong with a trace is reported on stderr, and the
    rest is read. Raises TraceError if nothing can be.
    """
    words = [program.find(), "print", os.path.expanduser(trace_directory)]
    with subprocess.Popen(words, stdout=subprocess.PIPE, text=True, errors="replace") as reader:
        for line in reader.stdout:
            yield json.loads(line)
    if reader.returncode != 0:
        raise TraceError(f"'{trace_directory}' could not be read (exit code {reader.returncode}); "
                         "the reason is above.")


def get_trace_events(trace_directory: str) -> List[DictEvent]:
    """All events, in the order of time. Otherwise as get_trace_ctf_events()."""
    return list(get_trace_ctf_events(trace_directory))
