"""What is not the same as in the recordings, and why."""
import re
from collections import namedtuple

# What ours ends with, and says on either stream; docs/differences.md has the reason.
Different = namedtuple("Different", "status says")

# File, an expression for commands, and why they are not replayed.
_SKIPPED = [
    ("ros2", "ros2 -h extra", "which of two faults in the words is told"),
]
# File, an expression for commands, and what becomes of them here.
_DIFFERENT = [
    ("daemon", "ros2 daemon .*", Different(0, "There is no daemon")),
    ("daemon", "RMW_IMPLEMENTATION=.* ros2 daemon status", Different(0, "There is no daemon")),
    ("daemon", "RMW_IMPLEMENTATION=.* ros2 node list", Different(1, "rmw_nosuch_cpp")),
    ("daemon", "ROS_DOMAIN_ID=.*", Different(1, "ROS_DOMAIN_ID.*(300|x)")),
]


def skipped(entry):
    """Whether an entry is not replayed."""
    return any(file == entry.file and re.fullmatch(words, entry.command)
               for file, words, _ in _SKIPPED)


def different(entry):
    """Give what becomes of an entry here; None where it is the same."""
    return next((other for file, words, other in _DIFFERENT
                 if file == entry.file and re.fullmatch(words, entry.command)), None)


def same_as(text):
    """Give a recorded text with the names of the graph here."""
    text = re.sub(r"/_ros2cli_daemon_42_<HEX>\n", "", text)
    return text.replace("action_tutorials_interfaces", "example_interfaces").replace(
        "partial_sequence", "sequence")
