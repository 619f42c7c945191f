"""How like Nav2 its replay is: records the drive of `bench nav2`, writes it down, and runs both in turn.

usage: nav2_replay_row.py <ranvier> PREFIX_OF_NAV2 [rounds [seconds]]

Prints CPU and middle latency of both, each from its trace, with the spread of the rounds. The
processes of both are those of Nav2, of the robot and of who sends the goals. Run by hand: Nav2 is in
no repository of ours (docs/benchmarks.md).
"""
import json
import os
import pathlib
import statistics
import subprocess
import sys
import tempfile
import warnings

from paired_line import head, line

SOURCE = pathlib.Path(__file__).resolve().parents[2]
OF_EVERY_NODE = {"/rosout", "/parameter_events", "rosout", "parameter_events"}


def record_nav2(ranvier, prefix, folder):
    subprocess.run([ranvier, "bench", "nav2", prefix, "--case", "/processes$", "--repeats", "1",
                    "--record", folder], check=True, stdout=subprocess.DEVNULL,
                   stderr=subprocess.DEVNULL)
    return os.path.join(folder, "processes-1")


def record_replay(ranvier, file, folder, seconds):
    subprocess.run([ranvier, "bench", "topology", file, "--case", "/as-recorded$", "--repeats", "1",
                    "--seconds", str(seconds)], check=True, stdout=subprocess.DEVNULL,
                   stderr=subprocess.DEVNULL,
                   env={**os.environ, "RANVIER_TRACE": folder, "RANVIER_TRACE_BUFFER": "16384"})
    return folder


def cpu_percent(trace, seconds):
    """Of one core, all processes, over the last so many seconds: a process that starts takes more."""
    threads = trace.threads["process"]
    times = {}
    for row in trace.event("ranvier_cpu_time"):
        if row["thread"] == 0:  # the whole process
            times.setdefault(threads[row["_thread"]], []).append((row["_timestamp"], row["used"]))
    begin = max(one[-1][0] for one in times.values()) - seconds * 1e9
    windows = [[look for look in one if look[0] >= begin] for one in times.values()]
    return sum(100 * (one[-1][1] - one[0][1]) / (one[-1][0] - one[0][0])
               for one in windows if len(one) > 1)


def latencies(trace):
    """Microseconds from publish() to the callback, of each topic that a program has of its own."""
    topics = {}
    names = trace.subscriptions["topic"]
    for at, latency in zip(trace.messages["subscription"], trace.messages["latency"]):
        topic = names[at].lstrip("/")
        if latency > 0 and topic not in OF_EVERY_NODE:
            topics.setdefault(topic, []).append(latency / 1000)
    return topics


def look_at(folder, seconds):
    import ranvier_analysis
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # what is killed at the end of a bench is not complete
        trace = ranvier_analysis.load(folder)
    topics = latencies(trace)
    return {"cpu": cpu_percent(trace, seconds - 1), "topics": topics,
            "p50": statistics.median(one for all_of in topics.values() for one in all_of)}


def main():
    ranvier, prefix = sys.argv[1:3]
    rounds = int(sys.argv[3]) if len(sys.argv) > 3 else 3
    seconds = float(sys.argv[4]) if len(sys.argv) > 4 else 10
    os.environ.update(PATH=os.path.dirname(os.path.abspath(ranvier)) + os.pathsep + os.defpath)
    sys.path.insert(0, str(SOURCE / "python"))
    with tempfile.TemporaryDirectory(prefix="ranvier_nav2_replay_") as folder:
        found = os.path.join(folder, "nav2.json")
        first = record_nav2(ranvier, prefix, os.path.join(folder, "first"))
        subprocess.run([ranvier, "topology", "from-trace", first, "--out", found], check=True)
        with open(found, encoding="utf-8") as file:
            print(f"{len(json.load(file)['nodes'])} nodes")
        originals, replays = [], []
        for i in range(rounds):
            drive = record_nav2(ranvier, prefix, os.path.join(folder, f"o{i}"))
            replay = record_replay(ranvier, found, os.path.join(folder, f"r{i}"), seconds)
            originals.append(look_at(drive, seconds))
            replays.append(look_at(replay, seconds))
    head("original", "replay")
    line("CPU, % of a core", *([one["cpu"] for one in side] for side in (originals, replays)))
    line("p50 of all messages, us",
         *([one["p50"] for one in side] for side in (originals, replays)))
    common = set.intersection(*(set(one["topics"]) for one in originals + replays))
    for topic in sorted(common):
        line(f"p50 of {topic}, us", *([statistics.median(one["topics"][topic]) for one in side]
                                      for side in (originals, replays)))


main()
