"""Usage: symbols_test.py <folder of libraries> [--write], or symbols_test.py --libraries

What each library of the prefix lets packages call, as symbols/<library>.txt has it: a package that was
linked with a release finds these names in the next. With --write the lists are written anew; --libraries
prints the targets of the build that have a list.

Functions and variables, and the tables of our own classes. What each compiler chooses to put there again is
left out: inline functions, classes of the standard library, and types of functions; and so is what a library keeps
to itself in a class that is called Impl. Of the core, which no package calls, the
functions of C alone.
"""
import difflib
import pathlib
import re
import subprocess
import sys

LISTS = pathlib.Path(__file__).resolve().parent / "symbols"
# Beside them are those of messages, which their definitions are the list of; plugins, which are asked for one
# name; and those of tests and benches.
LIBRARIES = ("ament_index_cpp", "class_loader", "component_manager", "libstatistics_collector", "pluginlib",
             "ranvier", "ranvier_tracing", "rcl_action", "rclcpp", "rclcpp_action", "rclcpp_lifecycle", "rcpputils",
             "rosbag2_compression", "rosbag2_compression_zstd", "rosbag2_cpp", "rosbag2_storage",
             "rosbag2_transport", "rosidl_typesupport_introspection_cpp")
OF_COMPILERS = re.compile(r"(vtable|typeinfo|typeinfo name|VTT|construction vtable) for "
                          r"((std|__gnu_cxx|__cxxabiv1)::|.*\)$)")
KEPT = re.compile(r"\bImpl\b")


def exported(library):
    """The demangled names, each once, in order."""
    said = subprocess.run(["nm", "-D", "-C", "--defined-only", library], check=True, text=True,
                          stdout=subprocess.PIPE, env={"LC_ALL": "C", "PATH": "/usr/bin:/bin"}).stdout
    rows = (line.split(" ", 2) for line in said.splitlines())
    names = {name for _, kind, name in rows
             if (kind in "TDBR" or kind == "V" and not OF_COMPILERS.match(name)) and not KEPT.search(name)}
    if library.name == "libranvier.so":
        names = {name for name in names if re.fullmatch(r"\w+", name)}
    return sorted(names)


def compare(folder):
    """The lines that differ from the lists, by library."""
    for name in LIBRARIES:
        listed = (LISTS / f"lib{name}.txt").read_text().splitlines()
        found = exported(folder / f"lib{name}.so")
        yield from (f"lib{name}.so: {line}" for line in difflib.unified_diff(listed, found, lineterm="", n=0)
                    if re.match(r"[-+](?![-+])", line))


def main(folder, *options):
    if options == ("--write",):
        LISTS.mkdir(exist_ok=True)
        for name in LIBRARIES:
            (LISTS / f"lib{name}.txt").write_text("".join(f"{one}\n" for one in exported(folder / f"lib{name}.so")))
        return
    changed = list(compare(folder))
    if changed:
        sys.exit("\n".join(changed) + "\n"
                 "A name that goes (-) breaks each package that calls it, until that is compiled again. Where it is "
                 f"meant, and for names that come (+): python3 tests/house/symbols_test.py {folder} --write")


if __name__ == "__main__":
    if sys.argv[1:] == ["--libraries"]:
        sys.exit(print(*LIBRARIES))
    main(pathlib.Path(sys.argv[1]), *sys.argv[2:])
