"""What pages of ros2/ros2_documentation have, and what tools/tutorials.txt says about them."""
import dataclasses
import os
import pathlib
import re
import subprocess

OTHER_SYSTEMS = ("macOS", "Windows", "RHEL", "Fedora")
THIS_SYSTEM = ("Linux", "Ubuntu", "Debian", "Bash")


class Failure(Exception):
    """A step that did not go as tools/tutorials.txt says."""


@dataclasses.dataclass
class Block:
    heading: str
    tab: str
    number: int  # among those of its heading and tab
    text: str


def blocks_of(text, read):
    """The code blocks of a page as a reader on Linux sees them, and the files that it offers, as
    blocks of the tab `download`; `read` gives a file beside it."""
    lines = text.replace("{DISTRO}", "jazzy").replace("{REPOS_FILE_BRANCH}", "jazzy").split("\n")
    found, heading, tabs = [], "", []

    def add(tab, body):
        number = 1 + sum((each.heading, each.tab) == (heading, tab) for each in found)
        found.append(Block(heading, tab, number, body))

    at = 0
    while at < len(lines):
        line = lines[at]
        indent = len(line) - len(line.lstrip())
        at += 1
        if not line.strip():
            continue
        while tabs and indent <= tabs[-1][0]:
            tabs.pop()
        if at < len(lines) and re.fullmatch(r"([-=~^\"*+#'`])\1{2,}", lines[at]) and not indent:
            heading = line.strip()
            continue
        tab = re.match(r"\s*\.\. (?:group-|code-)?tab(?:-item)?:: *(.+)", line)
        if tab:
            tabs.append((indent, tab[1].strip()))
            continue
        for path in re.findall(r":download:`[^`]*<([^>]+)>`", line):
            add("download", read(path))
        directive = re.match(r"\s*\.\. (code-block|code|literalinclude)::\s*(.*)", line)
        if not directive and not (line.endswith("::") and not line.lstrip().startswith("..")):
            continue
        body, at = indented(lines, at, indent)
        if directive and directive[1] == "literalinclude":
            body = read(directive[2].strip())
        named = [name for _, name in tabs if name not in THIS_SYSTEM]
        if body and not any(name.startswith(OTHER_SYSTEMS) for name in named):
            add(named[-1] if named else "", body)
    return found


def indented(lines, at, indent):
    """(the text below a directive without its options and indentation, where it ends)."""
    body = []
    while at < len(lines) and (not lines[at].strip()
                               or len(lines[at]) - len(lines[at].lstrip()) > indent):
        body.append(lines[at])
        at += 1
    while body and (not body[0].strip() or re.match(r"\s*:[\w-]+:", body[0])):
        body.pop(0)
    filled = [line for line in body if line.strip()]
    depth = min((len(line) - len(line.lstrip()) for line in filled), default=0)
    return "\n".join(line[depth:] for line in body).strip("\n") + ("\n" if filled else ""), at


class Pages:
    """The branch jazzy of a clone."""

    def __init__(self, clone):
        self.clone = clone

    def read(self, path):
        """The text of a file of the clone. Throws Failure where it is not there."""
        shown = subprocess.run(["git", "-C", self.clone, "show", f"jazzy:{path}"],
                               capture_output=True, check=False)
        if shown.returncode:
            raise Failure(f"'{path}' is not in the pages")
        return shown.stdout.decode()

    def blocks(self, page):
        path = pathlib.PurePosixPath("source") / f"{page}.rst"
        beside = lambda name: self.read(os.path.normpath(
            f"source{name}" if name.startswith("/") else path.parent / name))
        return blocks_of(self.read(path), beside)


@dataclasses.dataclass
class Row:
    """A page of tools/tutorials.txt."""
    page: str
    home: str
    first: bool = True  # of those that share the home
    steps: list = dataclasses.field(default_factory=list)
    change: str = ""
    reason: str = ""


def rows_of(text, verbs):
    """The rows of tools/tutorials.txt, whose steps begin with one of `verbs`. Throws ValueError
    for a line that says nothing known."""
    rows = []
    for number, line in enumerate(text.splitlines(), 1):
        words = line.strip()
        verb, _, rest = words.partition(" ")
        if not words or words.startswith("#"):
            continue
        if verb == "page":
            rows.append(Row(rest, rest.replace("/", "+")))
        elif verb in ("home", "change", "reason") and rows:
            setattr(rows[-1], verb, rest)
        elif verb in verbs and rows:
            rows[-1].steps.append((verb, rest))
        else:
            raise ValueError(f"line {number}: '{verb}' is no step")
    for before, row in enumerate(rows):
        row.first = row.home not in [each.home for each in rows[:before]]
    return rows
