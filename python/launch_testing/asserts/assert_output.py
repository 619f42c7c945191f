"""What processes have written."""
from launch_testing.output_text import text_of
from launch_testing.tools.text import build_text_match
from launch_testing.util.proc_lookup import resolveProcesses


def assertDefaultStream():
    """Give the stream that is looked at if a test names none."""
    return "stderr"


def has_output(proc_output, process, expected_output, *, stream, output_filter=None,
               strip_ansi_escape_sequences=True):
    text = text_of(proc_output, process, stream, output_filter, strip_ansi_escape_sequences)
    return build_text_match(expected_output)(text) is not None


def assertInStream(proc_output, expected_output, process, cmd_args=None, *, output_filter=None,
                   strict_proc_matching=True, strip_ansi_escape_sequences=True, stream="stderr"):
    """Say that a process has written something; expected_output: texts, lines or a pattern."""
    found = resolveProcesses(proc_output, process=process, cmd_args=cmd_args,
                             strict_proc_matching=strict_proc_matching)
    for one in found:
        if has_output(proc_output, one, expected_output, stream=stream,
                      output_filter=output_filter,
                      strip_ansi_escape_sequences=strip_ansi_escape_sequences):
            return
    names = ", ".join(one.process_details["name"] for one in found)
    raise AssertionError(f"Did not find {expected_output!r} in output for any of: {names}")


def assertInStdout(*args, **kwargs):
    """Say that a process has written something to its standard output."""
    assertInStream(*args, **kwargs, stream="stdout")


def assertInStderr(*args, **kwargs):
    """Say that a process has written something to its standard error."""
    assertInStream(*args, **kwargs, stream="stderr")
