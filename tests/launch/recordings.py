"""Recordings of `ros2 launch` of ROS 2: the file that has them, and how lines are compared."""
import os
import pathlib
import re
import tempfile

SHARED = pathlib.Path(os.environ.get("RANVIER_SHARED", "/work/shared")) / "data/ros2"
FILES = SHARED / "launch"

_PARAMETERS = rf"(/tmp|{re.escape(tempfile.gettempdir())})/launch_params_\w+"


class Recording:
    """One command, its status, and the lines that it printed."""

    def __init__(self, text):
        lines = text.splitlines()
        at = next(at for at, line in enumerate(lines) if line.startswith("$ "))
        self.command = lines[at][2:]
        self.environment = [line[4:] for line in lines if line.startswith("env ")]
        self.signals = [line for line in lines if " #| " in line]
        self.status = next((line[3:] for line in lines if line.startswith("rc ")), "")
        self.is_terminal = any("are a terminal" in line for line in lines[:at])
        self.has_debug = " -d " in f" {self.command} "
        self.lines = self.__output(lines)

    @staticmethod
    def __output(lines):
        found, inside = [], False
        for line in lines:
            if line.startswith("---"):
                inside = line.startswith("--- output")
            elif inside:
                match = re.match(r"\s*[\d.]+ ([oe])\| ?(.*)", line)
                if match:
                    found.append((match.group(1), match.group(2)))
        return found


def recordings():
    text = (SHARED / "launch.txt").read_text()
    return [Recording(part) for part in text.split("=====\n") if "\n$ " in "\n" + part]


def normalized(line, folders):
    """Take out of a line what differs from run to run. folders: (path, name) pairs."""
    for path, name in folders:
        line = line.replace(str(path), name)
    for pattern, name in (
            (r"\d{4}(-\d\d){5}-\d{6}-[\w.-]+-\d+", "<RUN>"), (r"\b(pid) \[?\d+\]?", r"\1 <PID>"),
            (r"\b(pid) \[?<PID>\]?", r"\1 <PID>"), (r"0x[0-9a-f]+", "<ADDR>"),
            (_PARAMETERS, "/tmp/launch_params_<TMP>"),
            (r"_[\w]+_\d+_\d{6,}$", "_<HOST>_<PID>_<N>"),
            (r"searching: \[.*\]", "searching: [...]"), (r"<RECPREFIX>", "<PREFIX>"),
            # The name is made of a set, whose order differs from run to run.
            (r"\{both: \{.*\}\}", "{both: {...}}"), (r"\b(screen|own_log)-7\b", "<SET>-7"),
            # Of two files of one name, which is found first.
            (r"(more than once .*: )\[.*\]", r"\1[...]"),
            # Where something went wrong is said here, and not there.
            (r"\bNameError: ", ""),
            (r", in (the (expression|element|launch file)|line \d+) .*'$", "")):
        line = re.sub(pattern, name, line)
    return line.rstrip()
