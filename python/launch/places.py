"""Where in launch files something went wrong: exceptions carry it, and the log shows it."""
import os
import traceback

# What Python raises itself says what is wrong by its kind.
_OF_PYTHON = (ArithmeticError, AssertionError, AttributeError, ImportError, LookupError, NameError,
              RecursionError, TypeError)


class _Place:
    """The parts of a place, the closest first; None: not known."""

    def __init__(self):
        self.expression = self.element = self.line = self.file = None

    def __str__(self):
        if self.file is None and self.expression is None:
            return ""
        parts = [f"the expression '{self.expression}'" if self.expression is not None else "",
                 f"the element '{self.element}'" if self.element is not None else "",
                 f"line {self.line}" if self.line is not None else "",
                 f"the launch file '{self.file}'" if self.file is not None else ""]
        return ", in " + " of ".join(part for part in parts if part)


def note(error, **parts):
    """
    Note where an exception was raised: its expression, element, line or file.

    What is noted first is the closest, and stays; nothing is added once the file is known.
    """
    place = error.__dict__.setdefault("_launch_place", _Place())
    if place.file is None:
        for name, value in parts.items():
            if getattr(place, name) is None:
                setattr(place, name, value)


def line_in_file(error, file):
    """Give the last line of a file that an exception came through; None if it came through none."""
    if file is None:
        return None
    lines = [frame.lineno for frame in traceback.extract_tb(error.__traceback__)
             if os.path.abspath(frame.filename) == os.path.abspath(file)]
    return lines[-1] if lines else None


def is_known(error):
    """Whether the file is known that an exception was raised in: nothing is added then."""
    return getattr(error, "_launch_place", None) is not None and \
        error._launch_place.file is not None


def note_in_file(error, context, element):
    """Note the element, and the launch file that a context is in, with its line."""
    if not is_known(error):
        file = context.get_locals_as_dict().get("current_launch_file_path")
        note(error, element=element, line=line_in_file(error, file), file=file)


def place_of(error):
    """Give the text of where an exception was raised, to put behind what it says."""
    return str(getattr(error, "_launch_place", ""))


def words_of(error):
    """Give what an exception says, and where it was raised."""
    if isinstance(error, RecursionError):
        return f"what is launched is nested too deeply, or without an end ({error}){place_of(error)}"
    words = str(error) or type(error).__name__
    if type(error).__module__ == "builtins" and isinstance(error, _OF_PYTHON):
        words = f"{type(error).__name__}: {words}"
    return words + place_of(error)
