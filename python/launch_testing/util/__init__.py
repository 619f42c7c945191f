"""Helpers of tests."""
from launch.actions import ExecuteProcess
from launch_testing.util.proc_lookup import NoMatchingProcessException, resolveProcesses

__all__ = ["KeepAliveProc", "NoMatchingProcessException", "resolveProcesses"]


def KeepAliveProc():
    """Give a process that runs until it is ended, and ends well then."""
    # A shell has its trap soon: a signal may come as soon as the process is there.
    script = "trap 'exit 0' INT TERM; while :; do sleep 2147483647; done"
    return ExecuteProcess(cmd=["sh", "-c", script])
