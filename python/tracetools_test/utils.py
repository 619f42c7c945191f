"""Runs nodes and records them."""
import contextlib
import os
import shutil
import subprocess
import tempfile
from typing import Iterator, List, Optional, Sequence, Tuple
from unittest import mock

from tracetools_read import DictEvent, get_event_name
from tracetools_trace import trace
from tracetools_trace.tools.path import append_timestamp

#: Seconds until nodes that do not end are killed.
TIMEOUT = 120


def find_executable(package_name: str, node_name: str) -> str:
    """A program of a package: lib/<package>/<node> of a prefix in AMENT_PREFIX_PATH."""
    prefixes = os.environ.get("AMENT_PREFIX_PATH", "").split(":")
    for prefix in prefixes:
        path = os.path.join(prefix, "lib", package_name, node_name)
        if os.access(path, os.X_OK):
            return path
    raise FileNotFoundError(f"node '{node_name}' of package '{package_name}': there is no program "
                            f"lib/{package_name}/{node_name} in the prefixes of AMENT_PREFIX_PATH "
                            f"({':'.join(prefixes) or 'which is empty'}). Source its setup.bash.")


@contextlib.contextmanager
def _own_sessions() -> Iterator[None]:
    """Sessions that only the processes of this test see."""
    with tempfile.TemporaryDirectory(prefix="tracetools_test_") as folder:
        with mock.patch.dict(os.environ, RANVIER_TRACE_SESSIONS=os.path.join(folder, "sessions")):
            yield


def _run_all(commands: Sequence[Sequence[str]]) -> int:
    """Runs them side by side until each has ended. @return the first exit code that is not 0."""
    running = []
    try:
        for command in commands:
            running.append(subprocess.Popen(command))
        codes = [process.wait(TIMEOUT) for process in running]
    finally:
        for process in running:
            process.kill()
            process.wait()
    return next((code for code in codes if code != 0), 0)


def run_and_trace(base_path: str, session_name_prefix: str, ros_events: List[str],
                  kernel_events: List[str], package_name: str, node_names: List[str],
                  namespace: Optional[str] = None,
                  additional_actions: Sequence[Sequence[str]] = ()) -> Tuple[int, str]:
    """Runs the nodes to their ends, and what else is asked for, and records them.

    @param additional_actions  commands, each a list of words, that run beside the nodes.
    @return the exit code (that of the first process that failed), and the directory
    of the traces. Raises trace.SessionError, FileNotFoundError, subprocess.TimeoutExpired.
    """
    session_name = append_timestamp(session_name_prefix) + f"-{os.getpid()}"
    arguments = ["--ros-args", "-r", f"__ns:={namespace}"] if namespace else []
    commands = [[find_executable(package_name, node), *arguments] for node in node_names]
    with _own_sessions():
        trace.init(session_name=session_name, base_path=base_path, ros_events=ros_events,
                   kernel_events=kernel_events)
        try:
            code = _run_all([*additional_actions, *commands])
        finally:
            trace.cleanup(session_name=session_name)
    return code, os.path.join(base_path, session_name)


def cleanup_trace(full_path: str) -> None:
    """Removes a trace."""
    shutil.rmtree(full_path)


def get_event_names(events: List[DictEvent]) -> List[str]:
    """The name of each event."""
    return [get_event_name(event) for event in events]
