"""What a trace says, as columns: objects, callbacks, messages, latencies.

    import ranvier_analysis

    trace = ranvier_analysis.load("/tmp/walk")
    for callback in trace.callbacks:
        print(callback["name"], len(trace.durations(callback)))
    for chain in trace.chains():
        print(chain.name, max(chain.latencies))

The columns are written by `ranvier-trace columns` and mapped into memory: nothing goes
over events in Python. numpy and pandas are used if they are asked for (to_numpy(),
to_pandas()), and not needed otherwise.
"""
from .chains import STAGES, Chain
from .errors import TraceError, TraceWarning
from .table import NEVER, NONE, Table
from .trace import Trace, load

__all__ = ["Chain", "NEVER", "NONE", "STAGES", "Table", "Trace", "TraceError", "TraceWarning",
           "load"]
