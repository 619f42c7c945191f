#!/usr/bin/python3
"""Says of each public program of micro-ROS whether the micro client has all that it takes of micro-ROS.

usage: tools/count_micro_programs.py SOURCES

SOURCES holds clones, at any depth: of programs, and of packages of messages that they use and our
prefix has not (control_msgs). A program is a file of C or C++, or a sketch, that calls rcl or rclc
and has a main. It is compiled as far as its headers allow, as for the boards of BOARDS, until it is whole
for one of them: an empty file stands for each header of a board's own system, and of what the
compiler does not know only names and headers of micro-ROS count; a header in whose place no file can
stand counts too, for what follows it is not seen. A header that the clone of the program has once is
the program's own. Prints what each misses, and how many miss none. Ends with 0 when these are all. What
compiles whole, and runs: tools/try_micro_programs.py.
"""
import pathlib
import re
import subprocess
import sys
import tempfile

ROOT = pathlib.Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT / "micro/packaging"))
import sources  # noqa: E402  pylint: disable=wrong-import-position

MORE_PACKAGES = ("tf2_msgs", "visualization_msgs")
OURS = r"rclc?|rmw|uxr|ucdr|rcutils|rosidl|micro_?ros|set_microros"
# The macros that say of a program for Arduino, PlatformIO or Zephyr how it reaches the agent.
BOARDS = ((), ("-DESP32",), ("-DARDUINO_TEENSY41",), ("-DMICRO_ROS_TRANSPORT_ARDUINO_ETHERNET",))
ZEPHYR = ("-DCONFIG_MICROROS_TRANSPORT_UDP", "-DCONFIG_MICROROS_AGENT_IP=\"\"",
          "-DCONFIG_MICROROS_AGENT_PORT=\"\"")
NAME = re.compile(rf"(?:{OURS})|\w+__(?:msg|srv|action)__", re.I)
HEADER = re.compile(rf"(?:{OURS})|\w+_(?:msgs|interfaces|srvs)/")
FLAGS = ("-fsyntax-only", "-fmax-errors=0", "-DRANVIER_MICRO_POSIX",
         "-DRANVIER_MICRO_MEMBER_NAMES")
AS_C = ("gcc", "-std=gnu11", "-Werror=implicit-function-declaration")
AS_CXX = ("g++", "-std=gnu++17", "-fpermissive", "-x", "c++")


def programs(folder):
    for path in sorted(folder.rglob("*")):
        if path.suffix not in (".c", ".cpp", ".ino") or "test" in path.parts:
            continue
        text = path.read_text(encoding="utf-8", errors="replace")
        if re.search(r"\brclc?_\w+\s*\(", text) and \
                re.search(r"^(?:int|void) +(?:app_?)?(?:main|Main|setup)\s*\(", text, re.M):
            yield path


def packages(folder):
    """Packages of messages in the clones that our tree has not."""
    found = {sources.name_of(path.parent): path.parent for path in folder.rglob("package.xml")
             if sources.files_of(path.parent)}
    return [path for name, path in sorted(found.items())
            if not (ROOT / "interfaces" / name).exists()]


def own_folder(header, clone):
    """Where the program's clone has that header, if it is there once."""
    found = list(clone.rglob(header)) if clone and not header.startswith(("/", ".")) else []
    return found[0].parents[header.count("/")] if len(found) == 1 else None


def missing(program, include, scratch, clone=None, board=()):
    """Names and headers of micro-ROS that are not there; `scratch` is a folder for empty files."""
    lacks = set()
    words = AS_C if program.suffix == ".c" else AS_CXX
    arduino = ROOT / "tests/micro/build_systems"  # its Arduino.h
    scratch = scratch.resolve()
    stubs = scratch / "of/a/board"  # deep, for headers of ../
    stubs.mkdir(parents=True)
    places = [include, include.parent / "zephyr/include", program.parent,
              program.parent.parent / "include", arduino, stubs]
    while True:
        ran = subprocess.run([*words, *FLAGS, *ZEPHYR, *board, *(f"-I{place}" for place in places), program],
                             stderr=subprocess.PIPE, text=True, check=False)
        header = re.search(r"fatal error: (\S+): No such file", ran.stderr)
        if header is None:
            break
        own = own_folder(header[1], clone) if HEADER.match(header[1]) else None
        if own and own not in places:
            places.append(own)
            continue
        stub = (stubs / header[1]).resolve()
        stands = scratch not in stub.parents or stub.exists()  # nothing more can be done
        if stands or HEADER.match(header[1]):
            lacks.add(header[1])
        if stands:
            break
        stub.parent.mkdir(parents=True, exist_ok=True)
        stub.touch()
    errors = "\n".join(re.findall(r"error: [^;]*", ran.stderr))  # a hint follows
    return lacks | {name for name in re.findall(r"[‘'](\w+)", errors) if NAME.match(name)}


def least_missing(program, folder, include, scratch):
    """What it misses for the board for which that is least."""
    clone = folder / program.relative_to(folder).parts[0]
    least = None
    for number, board in enumerate(BOARDS):
        lacks = missing(program, include, scratch / str(number), clone, board)
        least = lacks if least is None or len(lacks) < len(least) else least
        if not least:
            break
    return least


def main():
    if len(sys.argv) != 2:
        sys.exit(__doc__)
    folder = pathlib.Path(sys.argv[1]).resolve()
    whole = count = 0
    with tempfile.TemporaryDirectory() as name:
        scratch = pathlib.Path(name)
        sources.write(scratch / "client",
                      [*sources.PACKAGES, *MORE_PACKAGES, *packages(folder)])
        for number, program in enumerate(programs(folder)):
            lacks = least_missing(program, folder, scratch / "client/src", scratch / f"stubs{number}")
            count += 1
            whole += not lacks
            print(f"{program.relative_to(folder)}: {', '.join(sorted(lacks)) or 'whole'}", flush=True)
    print(f"{whole} of {count}")
    return 0 if whole == count else 1


if __name__ == "__main__":
    sys.exit(main())
