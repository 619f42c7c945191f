"""The traces of a folder."""
import os
import warnings
from typing import Any, Dict, List, Optional, Sequence, Union

from . import column_file
from .chains import Chain
from .errors import TraceWarning
from .table import Table

Row = Union[int, Dict[str, Any]]


def _number(row: Row) -> int:
    return row["row"] if isinstance(row, dict) else row


class Trace:
    """What the traces of a directory say. Every table is a Table; its describe() names columns.

    Objects:    processes, threads, nodes, publishers, subscriptions, timers, services, clients,
                callbacks, transitions (of managed nodes)
    What ran:   runs (callbacks: start, end, duration, period), executor_states (wait, run),
                executors
    Messages:   publications, messages (with the stages of their latency), drops, topics,
                receptions
    Statistics: callback_statistics, timer_statistics (jitter, drift), histograms, starvation,
                longest_waits, cpu_waits, thread_times
    Events:     event(name)
    """

    def __init__(self, directory: str, file: column_file.ColumnFile) -> None:
        self.directory = directory
        self.tables: Dict[str, Table] = file.tables
        head = file.head
        self.complaints: List[str] = head["complaints"]
        """What is wrong with the traces, as text."""
        self.event_count: int = head["events"]
        self.discarded: int = head["discarded"]
        """Events that were lost while recording."""
        self.begin: Optional[int] = head["begin"] if self.event_count else None
        """The time of the first event, in nanoseconds since the epoch."""
        self.end: Optional[int] = head["end"] if self.event_count else None

    def __getattr__(self, name: str) -> Table:
        tables = self.__dict__.get("tables", {})
        if name in tables:
            return tables[name]
        raise AttributeError(f"a trace has no '{name}'; its tables are: "
                             f"{', '.join(one for one in tables if ':' not in one)}")

    def __dir__(self):
        return [*super().__dir__(), *(name for name in self.tables if ":" not in name)]

    def __repr__(self) -> str:
        return f"<trace '{self.directory}': {self.event_count} events>"

    def event(self, name: str) -> Table:
        """The events of a name, with or without `ros2:`: _timestamp, _thread, and their
        fields.

        Raises KeyError for a name that no event has.
        """
        full = name if name.startswith("ros2:") else f"ros2:{name}"
        if full not in self.tables:
            raise KeyError(f"there is no event '{name}'; `ranvier-trace events` prints those that "
                           "there are")
        return self.tables[full]

    # Objects.

    def node(self, name: str) -> Dict[str, Any]:
        """The row of the last node of this name (with its namespace). Raises KeyError."""
        rows = self.nodes.where(name=name)
        if not rows:
            names = ", ".join(sorted(set(self.nodes["name"]))) or "none"
            raise KeyError(f"no node '{name}' in '{self.directory}'; its nodes are: {names}")
        return rows[-1]

    def callbacks_of(self, *, node: Optional[str] = None, topic: Optional[str] = None,
                     service: Optional[str] = None, kind: Optional[str] = None) -> List[dict]:
        """Rows of callbacks: of a node, of a topic's subscriptions, of a service, of a kind
        ("subscription", "timer", "service")."""
        owned = None
        if topic is not None:
            owned = {row["callback"] for row in self.subscriptions.where(topic=topic)}
        if service is not None:
            owned = {row["callback"] for row in self.services.where(name=service)}
        nodes = None if node is None else {row["row"] for row in self.nodes.where(name=node)}
        return [row for row in self.callbacks
                if (owned is None or row["row"] in owned) and
                (nodes is None or row["node"] in nodes) and (kind is None or row["kind"] == kind)]

    # What ran.

    def runs_of(self, callback: Row) -> Table:
        """The runs of a callback (its row, or the number of that), by their start."""
        row = self.callbacks.row(_number(callback))
        return self.runs.part(row["first_run"], row["run_count"])

    def durations(self, callback: Row):
        """Nanoseconds of each run of a callback, by their start; NEVER of one without an end."""
        return self.runs_of(callback)["duration"]

    def periods(self, callback: Row):
        """Nanoseconds from start to start of a callback: one fewer than runs."""
        return self.runs_of(callback)["period"][1:]

    def histogram(self, callback: Row, what: str = "duration") -> List[dict]:
        """The bins of a callback: from, until (nanoseconds; None: of all beyond), count.

        @param what  "duration", "period" (from start to start), or "jitter" (that less the
                     period of the timer).
        """
        if what not in ("duration", "period", "jitter"):
            raise ValueError(f"no histogram of '{what}': there are duration, period and jitter")
        return self.histograms.where(callback=_number(callback), what=what)

    # Messages.

    def causes(self, run: Row) -> List[dict]:
        """What led to a run of a callback: the message that it received, the one for which that was
        published, and so on back through processes. The last cause first; each is a row of
        messages."""
        found: List[dict] = []
        seen = set()
        number: Optional[int] = _number(run)
        while number is not None and number not in seen:
            seen.add(number)
            message = self.runs.row(number)["message"]
            if message is None:
                break
            found.append(self.messages.row(message))
            publication = found[-1]["publication"]
            number = None if publication is None else self.publications.row(publication)["run"]
        return found

    def chains(self, names: Optional[Sequence[str]] = None, *, hops: bool = False,
               floor_ms: float = 1.0) -> List[Chain]:
        """Chains of callbacks and messages, the most used first. Reads the directory again.

        @param names  topics and nodes, in the order of the way, from the first to the last;
                      without them every chain, from its first publisher to its last callback.
        @param hops   each publisher and subscription alone.
        @param floor_ms  who is later than usual by less is never slow (Chain.culprits).
        Raises TraceError; KeyError if a name is of no node and no topic.
        """
        if names is not None and (hops or isinstance(names, str) or not names):
            raise ValueError(f"chains({names!r}, hops={hops}): give a list of topics and nodes, or "
                             "hops=True, or neither")
        which = ["--hops"] if hops else ["--chains"]
        if names is not None:
            self._check_names(names)
            which = ["--chain", ",".join(names)]
        file = column_file.read_columns(self.directory, *which, "--floor", repr(float(floor_ms)))
        return [Chain(file, row) for row in file.tables["chains"]]

    def _check_names(self, names: Sequence[str]) -> None:
        known = {*self.nodes["name"], *self.publishers["topic"], *self.subscriptions["topic"]}
        for name in names:
            if name not in known:
                raise KeyError(f"'{name}' is no node and no topic of '{self.directory}'; there "
                               f"are: {', '.join(sorted(known)) or 'none'}")

    def export(self, path: str = "trace.json") -> None:
        """Writes callbacks and messages for a viewer of timelines, in the trace event format that
        Perfetto and chrome://tracing open. Raises TraceError."""
        column_file.export(self.directory, os.fspath(path))


def load(directory: str, *, starved_ms: float = 100.0) -> Trace:
    """Reads the traces of a directory and of its folders, those of several processes as one.

    @param starved_ms  a callback that waited for its executor for longer was starved
                       (starvation, longest_waits).
    What is wrong with them is in Trace.complaints, and a TraceWarning says so; the rest is
    read. Raises TraceError if nothing can be.
    """
    directory = os.path.abspath(os.path.expanduser(os.fspath(directory)))
    file = column_file.read_columns(directory, "--starved", repr(float(starved_ms)))
    trace = Trace(directory, file)
    if trace.complaints:
        more = len(trace.complaints) - 1
        warnings.warn(f"'{directory}': {trace.complaints[0]}" +
                      (f" ({more} complaints more: Trace.complaints)" if more else ""),
                      TraceWarning, stacklevel=2)
    return trace
