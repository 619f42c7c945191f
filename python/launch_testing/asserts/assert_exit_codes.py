"""How processes have ended."""
from launch_testing.util.proc_lookup import resolveProcesses

EXIT_OK = 0
EXIT_SIGINT = 130
EXIT_SIGQUIT = 131
EXIT_SIGKILL = 137
EXIT_SIGSEGV = 139
EXIT_FORCED = 1


def assertExitCodes(proc_info, allowable_exit_codes=[EXIT_OK], process=None, cmd_args=None, *,
                    strict_proc_matching=True):
    """Say that processes have ended with one of these; a signal n counts as 128 + n and as -n."""
    for code in allowable_exit_codes:
        if not isinstance(code, int):
            raise TypeError(f"{code!r} in 'allowable_exit_codes' is no number")
    found = resolveProcesses(proc_info, process=process, cmd_args=cmd_args,
                             strict_proc_matching=strict_proc_matching)
    for one in found:
        info = proc_info[one]
        code = getattr(info, "returncode", None)
        assert code is not None, f"Proc {info.process_name} has not ended"
        codes = {code} if code >= 0 else {code, 128 - code}
        assert codes & set(allowable_exit_codes), \
            f"Proc {info.process_name} exited with code {code}"
