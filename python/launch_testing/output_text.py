"""All that a process has written to a stream."""


def text_of(proc_output, process, stream, output_filter=None, strip=True):
    """Give it as a text."""
    from osrf_pycommon.terminal_color import remove_ansi_escape_sequences
    wanted = {"stdout": lambda one: one.from_stdout, "stderr": lambda one: one.from_stderr,
              "stdin": lambda one: one.from_stdin}[stream]
    text = "".join(one.text.decode("utf-8", "replace")
                   for one in proc_output[process] if wanted(one))
    text = remove_ansi_escape_sequences(text) if strip else text
    return output_filter(text) if output_filter else text
