"""Counts the instructions of a trace event that nobody records.

usage: trace_off_test.py <library with the event> <the same, compiled out>

Follows the way of an event that is off through the machine code: from the
function's entry to its return without taking a branch. Skips where the
machine's instructions are not known to it.
"""
import platform
import re
import subprocess
import sys

MOST = 4


def instructions(library, function):
    """The instructions of a function in order, without alignment."""
    text = subprocess.run(["objdump", "-d", "--no-show-raw-insn", f"--disassemble={function}", library],
                          capture_output=True, text=True, check=True).stdout
    found = re.findall(r"^\s+[0-9a-f]+:\s+(\S.*)$", text, re.M)
    return [i for i in found if not i.startswith(("endbr64", "nop"))]


def until_return(body):
    """What runs when no branch is taken."""
    for count, instruction in enumerate(body):
        if instruction.startswith(("ret", "repz ret")):
            return body[:count]
    raise SystemExit("no return in: " + "; ".join(body))


if platform.machine() != "x86_64":
    print("SKIPPED: this reads x86-64 code alone")
    sys.exit(0)
event = until_return(instructions(sys.argv[1], "probe_event"))
nothing = until_return(instructions(sys.argv[1], "probe_nothing"))
compiled_out = until_return(instructions(sys.argv[2], "probe_event"))
print("an event that is off:", "; ".join(event))
print("compiled out:", "; ".join(compiled_out) or "nothing")
assert not nothing, nothing
assert 0 < len(event) <= MOST, f"{len(event)} instructions, at most {MOST} are meant"
assert not any(i.startswith("call") for i in event), "an event that is off makes a call"
assert not compiled_out, "an event that is compiled out leaves code"
