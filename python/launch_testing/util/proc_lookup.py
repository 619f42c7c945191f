"""Finds processes among those that a test knows."""
from launch.actions import ExecuteLocal


class NoMatchingProcessException(Exception):
    """A test asks for a process that is not there."""


def _matches(process, wanted, cmd_args):
    details = process.process_details or {}
    cmd = list(details.get("cmd") or process.process_description.final_cmd or [])
    if isinstance(wanted, ExecuteLocal):
        if process is not wanted:
            return False
    elif isinstance(wanted, str):
        if wanted not in " ".join(cmd[:1]) and wanted not in (details.get("name") or ""):
            return False
    if cmd_args is None:
        return True
    arguments = [cmd_args] if isinstance(cmd_args, str) else list(cmd_args)
    return all(argument in cmd for argument in arguments)


def resolveProcesses(info_obj, *, process=None, cmd_args=None, strict_proc_matching=True):
    """
    Give the processes that a test means.

    :param process: an action, or a text in the name of the program; None: all.
    :param cmd_args: arguments in the command.
    :param strict_proc_matching: several are an error.
    """
    if process is not None and not isinstance(process, (str, ExecuteLocal)):
        raise TypeError(
            f"{process!r} is no process: give its action, or a text in its name")
    known = list(info_obj.processes())
    found = [one for one in known if _matches(one, process, cmd_args)]
    if not found:
        raise NoMatchingProcessException(
            f"Did not find any process matching {process!r} with arguments {cmd_args!r} among "
            f"{info_obj.process_names()}")
    if strict_proc_matching and process is not None and len(found) > 1:
        raise NoMatchingProcessException(
            f"Found several processes matching {process!r}: "
            f"{[one.process_details['name'] for one in found]}. Give 'cmd_args', or "
            "strict_proc_matching=False")
    return found
