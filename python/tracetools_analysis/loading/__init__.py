"""Loading traces."""
from typing import Any, Dict, Iterator

import ranvier_analysis
from tracetools_read.trace import get_trace_ctf_events


class Events:
    """The events of a trace, for a handler; `trace` is the trace itself (ranvier_analysis).

    To go over it gives each event as a dictionary (tracetools_read), which takes Python's time.
    """

    def __init__(self, trace: ranvier_analysis.Trace) -> None:
        self.trace = trace

    def __len__(self) -> int:
        return self.trace.event_count

    def __iter__(self) -> Iterator[Dict[str, Any]]:
        return iter(get_trace_ctf_events(self.trace.directory))


def load_file(file_path: str, do_convert_if_needed: bool = True, force_conversion: bool = False,
              quiet: bool = False) -> Events:
    """Reads the traces of a directory.

    @param do_convert_if_needed, force_conversion  nothing is converted here: no meaning.
    @param quiet  does not say how many events there are.
    Raises ranvier_analysis.TraceError.
    """
    del do_convert_if_needed, force_conversion
    events = Events(ranvier_analysis.load(file_path))
    if not quiet:
        print(f"{len(events)} events in '{events.trace.directory}'")
    return events
