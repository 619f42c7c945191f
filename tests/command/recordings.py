"""The recordings of the real command, and how its output is compared with ours."""
import pathlib
import re
from dataclasses import dataclass

_ROOT = pathlib.Path(__file__).resolve().parents[2]
# Beside the project, or beside the folder with its worktrees.
FOLDER = next((path for path in (_ROOT.parent / "shared/data/ros2",
                                 _ROOT.parents[1] / "shared/data/ros2") if path.is_dir()),
              _ROOT.parent / "shared/data/ros2")

# What the recordings have in the place of what changes from run to run.
_TOKENS = {
    "N": r"\d+", "SEC": r"\d+", "NANOSEC": r"\d+", "STAMP": r"\d+\.\d+", "STAMP_NS": r"\d+",
    "PID": r"\d+", "GUID": r"[0-9a-f.]+", "HEX": r"[0-9a-f]+", "ID": r"[0-9a-f]{32}",
    "PREFIX": r"/\S+?", "WORK": r"/\S+?", "USER": r"\S+?", "HOST": r"\S+?", "DATE": r".+?",
    "ADDR": r"0x[0-9a-f]+", "GID": r"[\d, ]+",
    "EVENT": r"[A-Z_]+"}
_TOKENS['GID: 16 lines "  - BYTE"'] = r"(?:\s*- \d+\n?)+"
_TOKENS["GID: 16 numbers"] = r"\d+(?:,\d+){15}"
_TOKEN = re.compile("<(" + "|".join(map(re.escape, _TOKENS)) + ")>")
_NUMBER = re.compile(r"\d+(?:\\\.\d+)?")


@dataclass
class Entry:
    """A command, and what became of it."""

    file: str
    command: str
    status: int
    stdout: str
    stderr: str
    signal: str = ""  # INT or TERM, if one was sent
    multicast: bool = False  # there was a route for it

    @property
    def is_usage_error(self):
        """Whether its words were refused before anything was done."""
        return self.status == 2 and "error:" in self.stderr

    @property
    def was_a_traceback(self):
        return self.stderr.startswith("Traceback")


def read(file):
    """Give the entries of a file, without those of the help."""
    text = (FOLDER / f"{file}.txt").read_text()
    entries, multicast = [], False
    for part in text.split("=====\n"):
        multicast = multicast or "whose lo has multicast" in part
        if "\n$ " in f"\n{part}":
            entries.append(_entry(file, part))
            entries[-1].multicast = multicast
    return [one for one in entries if not re.search(r" (-h|--help)$", one.command)
            and not one.stdout.startswith("usage:")]


def _entry(file, text):
    head, _, output = text.partition("--- stdout\n")
    stdout, _, stderr = output.partition("--- stderr\n")
    command = re.search(r"^\$ (.*)$", head, re.M)[1]
    status = re.search(r"^rc (-?\d+)(.*)$", head, re.M)
    sent = re.search(r"^signal (INT|TERM)", head, re.M)
    name = sent[1] if sent else "INT" if "SIGINT sent" in status[2] else ""
    return Entry(file, command, int(status[1]), stdout, stderr, name)


def pattern(text, any_number=False):
    """Give the expression that a recorded text stands for."""
    text, cut, _ = text.partition("<CUT: ")
    parts = _TOKEN.split(text)
    out = []
    for at, part in enumerate(parts):
        if at % 2:
            out.append(_TOKENS[part])
        else:
            escaped = re.escape(part)
            out.append(_NUMBER.sub(lambda _: r"[\\d.e-]+".replace("\\\\", "\\"), escaped)
                       if any_number else escaped)
    return "".join(out) + (r"(?s:.*)" if cut else "")


def line_patterns(text, any_number=False):
    """Give one expression that any line of a recorded text matches."""
    lines = {pattern(line.strip(), any_number) for line in text.splitlines()
             if not line.startswith("<CUT")}
    return "|".join(f"(?:{line})" for line in sorted(lines)) or r"(?!)"


def without_usage(text):
    """Give what was wrong with the words, without the usage and the lists of what is right."""
    lines = [line for line in text.splitlines() if ": error: " in line]
    words = lines[-1] if lines else text
    words = re.sub(r"\(choose from .*", "", words)
    return re.sub(r"argument (?:Call .*usage\.|<command>): ", "", words).rstrip()
