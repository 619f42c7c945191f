"""Expected output, and what is left out of output."""
import re

from launch_testing.tools.text import build_line_match, build_text_match, normalize_lineseps


def basic_output_filter(filtered_prefixes=None, filtered_patterns=None):
    """Give a function that leaves lines out: with these beginnings, or that match a pattern."""
    prefixes = tuple(filtered_prefixes or ())
    patterns = [re.compile(one) for one in filtered_patterns or ()]

    def keep(line):
        return not (prefixes and line.startswith(prefixes)) and \
            not any(pattern.match(line) for pattern in patterns)
    return lambda output: "".join(
        line for line in output.splitlines(keepends=True) if keep(line))


def expected_output_from_file(path, encoding=None):
    """
    Give the expected output of a file: <path>.txt has lines, <path>.regex has patterns.

    ValueError if there is neither.
    """
    path = str(path)
    for ending, make in ((".txt", str), (".regex", re.compile)):
        try:
            with open(path + ending, encoding=encoding) as file:
                return [make(line) for line in file.read().splitlines()]
        except FileNotFoundError:
            continue
    raise ValueError(f"could not find '{path}.txt' or '{path}.regex'")


def expect_output(text=None, *, lines=None, expected_text=None, expected_lines=None,
                  strip_ansi_escape_sequences=True, strict=False):
    """Whether a text, or lines, have what is expected."""
    from osrf_pycommon.terminal_color import remove_ansi_escape_sequences
    if (text is None) == (lines is None):
        raise ValueError("expect_output: give 'text' or 'lines'")
    if (expected_text is None) == (expected_lines is None):
        raise ValueError("expect_output: give 'expected_text' or 'expected_lines'")
    text = text if text is not None else "\n".join(lines)
    text = normalize_lineseps(text)
    if strip_ansi_escape_sequences:
        text = remove_ansi_escape_sequences(text)
    if expected_text is not None:
        return build_text_match(expected_text, strict=strict)(text) is not None
    return build_line_match(expected_lines, strict=strict)(text.splitlines()) is not None
