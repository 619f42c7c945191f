"""Helpers of tests."""
import sys

from launch.actions import ExecuteProcess
from launch_testing.util.proc_lookup import NoMatchingProcessException, resolveProcesses

__all__ = ["KeepAliveProc", "NoMatchingProcessException", "resolveProcesses"]


def KeepAliveProc():
    """Give a process that runs until it is ended."""
    script = "import signal; signal.signal(signal.SIGINT, signal.SIG_DFL); signal.pause()"
    return ExecuteProcess(cmd=[sys.executable, "-c", script])
