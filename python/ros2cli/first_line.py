"""The first line of a class's docstring, read out of its source: a list of commands imports none.
"""
import os
import re
import sys

from ros2cli.entry_points import get_first_line_doc


def first_line(entry_point):
    """Give it; '' for a class that cannot be imported."""
    source = _source(entry_point.module)
    found = source and re.search(
        rf'^class {re.escape(entry_point.attr)}\b[^:]*:\n\s+"""\s*(\S[^\n]*)', source, re.M)
    if found:
        return found[1].removesuffix('"""').rstrip().rstrip(".")
    try:
        return get_first_line_doc(entry_point.load())
    except Exception:  # it is reported when it is used
        return ""


def _source(module):
    path = os.path.join(*module.split(".")) + ".py"
    for place in sys.path:
        try:
            with open(os.path.join(place, path), encoding="utf-8") as file:
                return file.read()
        except (OSError, UnicodeDecodeError):
            continue
    return None
