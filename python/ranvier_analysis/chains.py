"""Chains: publish, take, callback, publish …, and how long each pass through one took."""
from typing import List, NamedTuple, Optional

from .column_file import ColumnFile
from .table import Table

STAGES = ("publisher", "middleware", "transport", "executor_wait", "notification", "subscriber",
          "callback")
"""The stages of a message, in order; docs/tracing.md says where each begins and ends.
executor_wait and notification together are the notification delay of upstream's analyses."""


class Link(NamedTuple):
    """A publisher and a subscription that follow each other in a chain."""

    source: str
    """The node that publishes."""
    topic: str
    target: str
    """The node that receives."""


class Chain:
    """Messages that took the same path. Columns are like those of Table, ordered by the end of the
    last callback.

    `ways` has a row for each: begin, start, end (times), latency, total and the stages (spans).
    """

    def __init__(self, file: ColumnFile, row: dict) -> None:
        self._file, self._row = file, row
        self.name: str = row["name"]
        self.links: List[Link] = [
            Link(link["from"], link["topic"], link["to"])
            for link in file.tables["links"].part(row["first_link"], row["link_count"])]
        self.ways: Table = file.tables["ways"].part(row["first_way"], row["way_count"])

    def __len__(self) -> int:
        return self._row["way_count"]

    def __repr__(self) -> str:
        return f"<chain '{self.name}': {len(self)} messages>"

    @property
    def latencies(self):
        """Nanoseconds from publish() to the start of the last callback."""
        return self.ways["latency"]

    @property
    def totals(self):
        """Nanoseconds from publish() to the end of the last callback; the stages add up to it."""
        return self.ways["total"]

    def link(self, number: int) -> Table:
        """A link of each way: publication, run, and its stages (spans). Counted from 0."""
        if not 0 <= number < len(self.links):
            raise IndexError(f"chain '{self.name}' has links 0 to {len(self.links) - 1}, "
                             f"not {number}")
        row = self._file.tables["links"].row(self._row["first_link"] + number)
        return self._file.tables["parts"].part(row["first_part"], len(self))

    def stage(self, name: str, link: Optional[int] = None):
        """Nanoseconds of a stage (one of STAGES), of all links added up or of one."""
        if name not in STAGES:
            raise KeyError(f"no stage '{name}'; the stages are: {', '.join(STAGES)}")
        return (self.ways if link is None else self.link(link))[name]

    @property
    def usual(self) -> int:
        """The median of `totals`, in nanoseconds."""
        return self._row["usual"]

    @property
    def culprits(self) -> List[dict]:
        """What made its slow messages late, the largest part first: cause, who, excess (ns), share,
        messages."""
        return self._file.tables["culprits"].where(chain=self._row["row"])

    @property
    def slow(self) -> List[dict]:
        """Its slow messages: way (a row of `ways`), excess (ns), and the largest cause of it."""
        first = self._row["first_way"]
        return [{**row, "way": row["way"] - first} for row in self._file.tables["slow_ways"]
                if first <= row["way"] < first + len(self)]
