"""Colours of terminals."""
import re

_ESCAPE = re.compile(r"\x1b(?:\[[0-?]*[ -/]*[@-~]|[@-Z\\-_])")
_COLORS = {"black": 30, "red": 31, "green": 32, "yellow": 33, "blue": 34, "purple": 35,
           "cyan": 36, "white": 37}


def ansi(key):
    """Give the escape sequence of a colour, 'boldon' or 'reset'."""
    if key == "reset":
        return "\x1b[0m"
    if key == "boldon":
        return "\x1b[1m"
    return f"\x1b[{_COLORS[key.removesuffix('f')]}m"


def remove_ansi_escape_sequences(string):
    """Give the text without escape sequences."""
    return _ESCAPE.sub("", string)
