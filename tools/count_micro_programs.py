#!/usr/bin/python3
"""Says of each public program of micro-ROS whether the micro client has all that it takes of micro-ROS.

usage: tools/count_micro_programs.py SOURCES

SOURCES holds clones, at any depth: of programs, and of packages of messages that they use and our
prefix has not (control_msgs). A program is a file of C or C++, or a sketch, that calls rcl or rclc
and has a main. It is compiled as far as its headers allow: an empty file stands for each header of a
board's own system, and of what the compiler does not know only names and headers of micro-ROS
count; a header in whose place no file can stand counts too, for what follows it is not seen. Prints
those for each program, and how many miss none, or nothing but what micro-ROS's package for a system
(Zephyr, WiFi of Arduino) brings. Ends with 0 when these are all. What compiles whole, and runs:
tools/try_micro_programs.py.
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
# What micro-ROS's packages for one system bring: its way to the agent.
OF_SYSTEM = re.compile(r"set_microros_|microros_transports|MICRO_ROS_FRAMING_REQUIRED|microrosapp")
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


def missing(program, include, scratch):
    """Names and headers of micro-ROS that are not there; `scratch` is a folder for empty files."""
    lacks = set()
    words = AS_C if program.suffix == ".c" else AS_CXX
    arduino = ROOT / "tests/micro/build_systems"  # its Arduino.h
    scratch = scratch.resolve()
    stubs = scratch / "of/a/board"  # deep, for headers of ../
    stubs.mkdir(parents=True)
    places = (include, program.parent, program.parent.parent / "include", arduino, stubs)
    while True:
        ran = subprocess.run([*words, *FLAGS, *(f"-I{place}" for place in places), program],
                             stderr=subprocess.PIPE, text=True, check=False)
        header = re.search(r"fatal error: (\S+): No such file", ran.stderr)
        if header is None:
            break
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


def main():
    if len(sys.argv) != 2:
        sys.exit(__doc__)
    folder = pathlib.Path(sys.argv[1]).resolve()
    whole = count = with_system = 0
    with tempfile.TemporaryDirectory() as name:
        scratch = pathlib.Path(name)
        sources.write(scratch / "client",
                      [*sources.PACKAGES, *MORE_PACKAGES, *packages(folder)])
        for number, program in enumerate(programs(folder)):
            lacks = missing(program, scratch / "client/src", scratch / f"stubs{number}")
            count += 1
            whole += not lacks
            with_system += all(map(OF_SYSTEM.match, lacks))
            print(f"{program.relative_to(folder)}: {', '.join(sorted(lacks)) or 'whole'}", flush=True)
    print(f"{whole} of {count}; {with_system} with the transport of their system")
    return 0 if with_system == count else 1


if __name__ == "__main__":
    sys.exit(main())
