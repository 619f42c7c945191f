"""Reads the files of `ranvier-trace columns`; apps/trace/column_file.h describes the layout."""
import json
import mmap
import os
import struct
import subprocess
import sys
import tempfile
from typing import Dict, List

from tracetools_trace.tools import program

from .errors import TraceError
from .table import Column, Table

_MARK = b"RNVCOL01"
_TRAILER = struct.Struct("<QQ8s")


class ColumnFile:
    """The tables of a file, by name, and `head`: what concerns the whole trace."""

    def __init__(self, path: str) -> None:
        with open(path, "rb") as file:
            # The map outlives the file's name; it goes with the last column that is used.
            self._map = mmap.mmap(file.fileno(), 0, access=mmap.ACCESS_READ)
        view = memoryview(self._map)
        at, length, mark = _TRAILER.unpack(view[-_TRAILER.size:])
        if mark != _MARK or view[:len(_MARK)] != _MARK:
            raise TraceError(f"File '{path}' is none of `ranvier-trace columns` of this version. "
                             "Source the setup.bash of one prefix only.")
        directory = json.loads(str(view[at:at + length], "utf-8"))
        self.head: dict = directory["head"]
        texts: List[str] = directory["texts"]
        self.tables: Dict[str, Table] = {
            one["name"]: Table(one["name"], one["doc"], one["rows"],
                               [Column(view, about, one["rows"], texts)
                                for about in one["columns"]])
            for one in directory["tables"]}


def read_columns(directory: str, *options: str) -> ColumnFile:
    """Runs `ranvier-trace columns`. Raises TraceError with its message."""
    if sys.byteorder != "little":
        raise TraceError("ranvier_analysis reads columns only where the lowest byte comes first.")
    with tempfile.TemporaryDirectory(prefix="ranvier_analysis_") as folder:
        path = os.path.join(folder, "columns")
        done = program.run("columns", directory, "-o", path, *options)
        if done.returncode != 0:
            raise TraceError(done.stderr.strip() or f"'{directory}' could not be read: "
                             f"{program.NAME} ended with exit code {done.returncode}.")
        return ColumnFile(path)


def export(directory: str, path: str) -> None:
    """Runs `ranvier-trace export`. Raises TraceError with its message."""
    done: subprocess.CompletedProcess = program.run("export", directory, "-o", path)
    if done.returncode != 0:
        raise TraceError(done.stderr.strip())
