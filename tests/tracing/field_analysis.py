"""Compares upstream's tracetools_analysis, as it is published, with our reader on one trace.

usage: field_analysis.py <directory of traces> <ranvier-trace>

Not a test of this project: it needs what docs/tracing.md says how to get. Prints each
callback with its calls and the sum of their durations, and fails if the two differ.
"""
import collections
import json
import subprocess
import sys

from tracetools_analysis.loading import load_file
from tracetools_analysis.processor.ros2 import Ros2Handler
from tracetools_analysis.utils.ros2 import Ros2DataModelUtil


def durations_by_field(directory):
    """Callback: (calls, nanoseconds), and callback: name."""
    util = Ros2DataModelUtil(Ros2Handler.process(load_file(directory, quiet=True)).data)
    names = util.get_callback_symbols()
    found = {}
    for callback in names:
        durations = util.get_callback_durations(callback)["duration"]
        found[callback] = (len(durations), durations.sum().value)
    return found, names


def durations_by_us(directory, program):
    printed = subprocess.run([program, "print", directory], capture_output=True, text=True,
                             check=True).stdout
    began, calls, sums = {}, collections.Counter(), collections.Counter()
    for event in map(json.loads, printed.splitlines()):
        key = (event["vpid"], event["vtid"], event.get("callback"))
        if event["_name"] == "ros2:callback_start":
            began[key] = event["_timestamp"]
        elif event["_name"] == "ros2:callback_end" and key in began:
            calls[event["callback"]] += 1
            sums[event["callback"]] += event["_timestamp"] - began.pop(key)
    return {callback: (calls[callback], sums[callback]) for callback in calls}


def main(directory, program):
    field, names = durations_by_field(directory)
    ours = durations_by_us(directory, program)
    print()
    for callback, (calls, nanoseconds) in sorted(field.items()):
        print(f"{calls} calls, {nanoseconds} ns: {names[callback]}")
    if field != ours:
        return f"they differ: {field} by upstream, {ours} by us"
    print(f"{len(field)} callbacks, the same by both")
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1], sys.argv[2]))
