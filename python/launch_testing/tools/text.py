"""Matches of texts."""
import collections.abc


def normalize_lineseps(lines):
    r"""Give a text, or lines, with \n where lines end."""
    if isinstance(lines, str):
        return lines.replace("\r\n", "\n").replace("\r", "\n")
    return [normalize_lineseps(line) for line in lines]


def build_text_match(expected_text, *, strict=False):
    """
    Give a function of a text: it gives where the expected was found, or None.

    :param expected_text: a text, a pattern, a list of them in their order, or such a function.
    :param strict: the whole text must be the expected one.
    """
    if isinstance(expected_text, str):
        if strict:
            return lambda actual, start=0: (start, len(actual)) \
                if actual[start:] == expected_text else None
        return lambda actual, start=0: _find(actual, expected_text, start)
    if hasattr(expected_text, "search"):
        return lambda actual, start=0: _search(actual, expected_text, start, strict)
    if isinstance(expected_text, collections.abc.Iterable):
        return _in_order([build_text_match(one) for one in expected_text])
    if callable(expected_text):
        return lambda actual, start=0: (start, len(actual)) \
            if expected_text(actual[start:]) else None
    raise ValueError(
        f"{expected_text!r} is no expected text: give a text, a pattern, a list or a function")


def _find(actual, expected, start):
    at = actual.find(expected, start)
    return None if at < 0 else (at, at + len(expected))


def _search(actual, pattern, start, strict):
    found = pattern.fullmatch(actual, start) if strict else pattern.search(actual, start)
    return found and found.span()


def _in_order(matches):
    def match(actual, start=0):
        end = start
        for one in matches:
            found = one(actual, end)
            if found is None:
                return None
            end = found[1]
        return start, end
    return match


def build_line_match(expected_lines, *, strict=False):
    """
    Give a function of a list of lines: it gives where the expected ones were found, or None.

    :param expected_lines: a text, a pattern, a list of them for lines that follow each other, or
        a function.
    """
    if isinstance(expected_lines, str) or hasattr(expected_lines, "search"):
        one = build_text_match(expected_lines, strict=strict)

        def match_one(actual, start=0):
            for at in range(start, len(actual)):
                if one(actual[at]) is not None:
                    return at, at + 1
            return None
        return match_one
    if isinstance(expected_lines, collections.abc.Iterable):
        matches = [build_text_match(one, strict=strict) for one in expected_lines]

        def match_all(actual, start=0):
            for at in range(start, len(actual) - len(matches) + 1):
                if all(one(line) is not None for one, line in zip(matches, actual[at:])):
                    if not strict or len(actual) - start == len(matches):
                        return at, at + len(matches)
            return None
        return match_all
    if callable(expected_lines):
        return lambda actual, start=0: (start, len(actual)) \
            if expected_lines(actual[start:]) else None
    raise ValueError(f"{expected_lines!r} are no expected lines")


