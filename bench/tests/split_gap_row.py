"""Whether a recorder pauses when it splits a bag: the longest time in which it took no message.

usage: split_gap_row.py <ranvier> [rounds [seconds]]

Runs `bench bags` with and without a split each second, in turn, with tracing on, and looks when
messages came to the recorder. Its first second is left out. Run by hand: timing decides no test.
"""
import os
import pathlib
import subprocess
import sys
import tempfile
import warnings

from paired_line import head, line

SOURCE = pathlib.Path(__file__).resolve().parents[2]


def record(ranvier, case, folder, seconds):
    subprocess.run([ranvier, "bench", "bags", "--case", f"record/{case}$", "--repeats", "1",
                    "--seconds", str(seconds)], check=True, stdout=subprocess.DEVNULL,
                   env={**os.environ, "RANVIER_TRACE": folder, "RANVIER_TRACE_BUFFER": "65536"})
    return folder


def deliveries(trace):
    """Times at which messages came, ns, of the process of the recorder's node."""
    [recorder] = {row["process"] for row in trace.nodes if "recorder" in row["name"]}
    processes = trace.threads["process"]
    return sorted(row["_timestamp"] for row in trace.event("ranvier_deliver")
                  if processes[row["_thread"]] == recorder)


def longest_gap_ms(folder):
    import ranvier_analysis
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # of other processes, which a bench kills at its end
        trace = ranvier_analysis.load(folder)
    if trace.discarded:
        sys.exit(f"{trace.discarded} events were lost while recording: no gap can be told")
    times = deliveries(trace)
    late = [time for time in times if time > times[0] + 1e9]
    return max(b - a for a, b in zip(late, late[1:])) / 1e6


def main():
    ranvier = sys.argv[1]
    rounds = int(sys.argv[2]) if len(sys.argv) > 2 else 3
    seconds = float(sys.argv[3]) if len(sys.argv) > 3 else 10
    os.environ.update(PATH=os.path.dirname(os.path.abspath(ranvier)) + os.pathsep + os.defpath)
    sys.path.insert(0, str(SOURCE / "python"))
    whole, split = [], []
    with tempfile.TemporaryDirectory(prefix="ranvier_split_gap_") as folder:
        for i in range(rounds):
            for gaps, case in ((whole, "mixed"), (split, "split")):
                gaps.append(longest_gap_ms(record(ranvier, case, os.path.join(folder, f"{case}{i}"),
                                                  seconds)))
    head("whole", "split")
    line("longest gap, ms", whole, split)


main()
