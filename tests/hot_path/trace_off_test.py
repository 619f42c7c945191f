"""Counts the instructions of a trace event that nobody records, and of one that our recorder does.

usage: trace_off_test.py <library with the event> <the same, compiled out>

Follows the way of an event through the machine code: from the function's entry
to its return without taking a branch; of one that is on, behind the call. Skips where the
machine's instructions are not known to it.
"""
import platform
import re
import subprocess
import sys

MOST = 4
MOST_ON = 24  # with one field; a record has so many words to write


def instructions(library, function):
    """The instructions of a function in order, without alignment."""
    text = subprocess.run(["objdump", "-d", "--no-show-raw-insn", f"--disassemble={function}", library],
                          capture_output=True, text=True, check=True).stdout
    found = re.findall(r"^\s+[0-9a-f]+:\s+(\S.*)$", text, re.M)
    return [i for i in found if not i.startswith(("endbr64", "nop"))]


def recording(library):
    """The same of the function that the event calls when it is on."""
    text = subprocess.run(["objdump", "-dC", "--no-show-raw-insn", library],
                          capture_output=True, text=True, check=True).stdout
    functions = re.findall(r"^[0-9a-f]+ <void ranvier::trace::detail::record<.*?>:\n(.*?)\n\n", text,
                           re.M | re.S)
    assert len(functions) == 1, f"{len(functions)} functions record an event; one is looked for"
    return re.findall(r"^\s+[0-9a-f]+:\s+(\S.*)$", functions[0], re.M)


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
on = until_return(recording(sys.argv[1]))
print("an event that is on:", "; ".join(on))
print("compiled out:", "; ".join(compiled_out) or "nothing")
assert not nothing, nothing
assert 0 < len(event) <= MOST, f"{len(event)} instructions, at most {MOST} are meant"
assert not any(i.startswith("call") for i in event), "an event that is off makes a call"
assert not compiled_out, "an event that is compiled out leaves code"
assert 0 < len(on) <= MOST_ON, f"{len(on)} instructions record an event, at most {MOST_ON} are meant"
assert not any(i.startswith("call") for i in on), "an event that is on makes a second call"
