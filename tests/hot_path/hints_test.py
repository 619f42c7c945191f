"""Whether the hints of base/warm_up.h are in the library, and where a thread wakes; those
of rclcpp/detail/way_out.hpp wherever a program publishes what it borrowed, or built; and
whether the code that they ask for has grown.

usage: hints_test.py <libranvier.so> <librclcpp.so> <program>

To a compiler a hint does nothing: one that is not kept by force goes, and whoever measures
measures nothing. Skips where the machine's instructions are not known to it.
"""
import platform
import re
import subprocess
import sys

# For data, and for code (base/prefetch.h).
HINT = {"x86_64": (r"\tprefetcht0\b", r"\tprefetcht1\b"),
        "aarch64": (r"\tprfm\s+pldl1keep", r"\tprfm\s+pldl2keep")}
CALL = {"x86_64": r"\t(?:addr32 )?(?:call|jmp) ", "aarch64": r"\tbl? "}


def functions(library):
    """The machine code of each function of the library, by its name."""
    text = subprocess.run(["objdump", "-dC", "--no-show-raw-insn", library], capture_output=True,
                          text=True, check=True).stdout
    return {name: body for name, body in re.findall(r"^[0-9a-f]+ <([^\n]*)>:\n(.*?)\n\n", text + "\n",
                                                    re.M | re.S)}


def hints(body):
    return [len(re.findall(kind, body)) for kind in HINT[machine]]


machine = platform.machine()
if machine not in HINT:
    print(f"SKIPPED: this does not read {machine} code")
    sys.exit(0)
code = functions(sys.argv[1])
# Of data the stack and a place; of code a place, and of who wakes also what all need: each
# hint at least once.
for name in ("warm_up", "warm_up_again"):
    bodies = [body for known, body in code.items() if known.startswith(f"ranvier::{name}(")]
    assert bodies, f"no {name}() in {sys.argv[1]}"
    data, instructions = max(map(hints, bodies))
    print(f"{name}(): {data} hints for data, {instructions} for code")
    assert data >= 2 and instructions >= 1, "two and one at least are meant"
for name, asks in (("shm::Segment::wait(", "warm_up"), ("Engine::spin(unsigned int)", "warm_up"),
                   ("shm::Publication::", "warm_up_again")):
    bodies = [body for known, body in code.items() if known.startswith(f"ranvier::{name}")]
    asked = any(re.search(CALL[machine] + rf".*<ranvier::{asks}\(", body) for body in bodies)
    print(f"{name}: " + ("asks" if asked else "does not ask"))
    assert asked, f"ranvier::{name} does not call {asks}()"


# What all who wake, who wake for timers, and who publish large loans ask for lies in a page
# each: each line of it delays the message (docs/decisions/0046).
sections = dict(re.findall(r"^ *\d+ (ranvier_hot\w*) +([0-9a-f]+)", subprocess.run(
    ["objdump", "-h", sys.argv[1]], capture_output=True, text=True, check=True).stdout, re.M))
for name in ("ranvier_hot", "ranvier_hot_turn", "ranvier_hot_out"):
    size = int(sections[name], 16)
    print(f"{name}: {size} bytes")
    assert 0 < size <= 4096, f"{name} is no longer within a page: what runs rarely belongs elsewhere"


def calls(body, whom):
    return re.search(CALL[machine] + rf".*<{whom}\(", body) is not None


edge = functions(sys.argv[2])
for name in ("PublisherBase::lend()", "MessageInBuilding::encode("):
    known = [calls(body, "rclcpp::detail::WayOut::after_borrowing")
             for function, body in edge.items() if name in function]
    print(f"{name}: " + ("knows the way" if any(known) else "does not know the way"))
    assert any(known), f"{name} of {sys.argv[2]} does not call after_borrowing()"
program = functions(sys.argv[3])
for name in ("rclcpp::PublisherBase::send_lent", "ranvier::detail::MessageInBuilding::send"):
    callers = [hints(body)[1] for function, body in program.items()
               if calls(body, name) and not function.startswith(name)]  # the linker's stub
    print(f"{name}(): hints before it: {callers}")
    assert callers, f"nobody in {sys.argv[3]} calls {name}()"
    assert min(callers) >= 4, "one for the sender, the stack, the message, and a place are meant"
