"""How like its original a replay is: records a graph, writes it down, and runs both in turn.

usage: replay_row.py <ranvier> FILE.json [rounds [seconds]]

Prints CPU and middle latency of both as a process per node and composed, and what composition brings
each, with the spread of the rounds.
"""
import json
import os
import subprocess
import sys
import tempfile

from paired_line import head, line

CASES = "/(multi-process|composed)$"


def measure(ranvier, file, folder, seconds):
    report = os.path.join(folder, "report.json")
    subprocess.run([ranvier, "bench", "topology", file, "--case", CASES, "--repeats", "1",
                    "--seconds", str(seconds), "--json", report], check=True,
                   stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    with open(report, encoding="utf-8") as told:
        cases = json.load(told)["cases"]
    return {(one["name"].rsplit("/", 1)[1], quantity): value for one in cases
            for quantity, value in (("cpu", one["ours"]), ("p50", one["also"]["p50"]["ours"]))}


def write_down(ranvier, file, folder, seconds):
    traces, found = os.path.join(folder, "traces"), os.path.join(folder, "found.json")
    subprocess.run([ranvier, "bench", "topology", file, "--case", "/multi-process$", "--repeats",
                    "1", "--seconds", str(seconds)], check=True, stdout=subprocess.DEVNULL,
                   env={**os.environ, "RANVIER_TRACE": traces, "RANVIER_TRACE_BUFFER": "8192"})
    subprocess.run([ranvier, "topology", "from-trace", traces, "--out", found], check=True)
    return found


def main():
    ranvier, file = sys.argv[1:3]
    rounds = int(sys.argv[3]) if len(sys.argv) > 3 else 6
    seconds = float(sys.argv[4]) if len(sys.argv) > 4 else 3
    with tempfile.TemporaryDirectory(prefix="ranvier_replay_") as folder:
        found = write_down(ranvier, file, folder, seconds)
        originals, replays = [], []
        for _ in range(rounds):
            originals.append(measure(ranvier, file, folder, seconds))
            replays.append(measure(ranvier, found, folder, seconds))
    head("original", "replay")
    for key in originals[0]:
        line(" ".join(key), [one[key] for one in originals], [one[key] for one in replays])
    for quantity in ("cpu", "p50"):
        gains = [[one["multi-process", quantity] / one["composed", quantity] for one in side]
                 for side in (originals, replays)]
        line(f"gain of composed, {quantity}", *gains)


main()
