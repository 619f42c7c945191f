"""Tab completion: argcomplete asks the parser that the words of the line have made.

`eval "$(register-python-argcomplete3 ros2)"` switches it on in bash and zsh.
"""
import os
import shlex


def words_of_the_line():
    """Give the whole words after `ros2` of the line that is being typed."""
    line = os.environ.get("COMP_LINE", "")[:int(os.environ.get("COMP_POINT", 0)) or None]
    try:
        words = shlex.split(line)
    except ValueError:  # a quote that is still open
        words = line.split()
    if line and not line[-1].isspace():
        words = words[:-1]
    return words[1:]


def complete(parser):
    """Print what may come next, and end the process; nothing without argcomplete."""
    try:
        from argcomplete import autocomplete
    except ImportError:
        return
    # Options are offered once a '-' is typed.
    autocomplete(parser, always_complete_options=False, exclude=["-h", "--help"])
