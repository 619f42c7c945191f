"""Usage: static_ends_test.py <folder of libraries>

The libraries that a process shares have no static object with a destructor: one of
the user's may end later and still use them. What is to happen at the end goes
through atexit (base/at_exit.h).
"""
import collections
import pathlib
import re
import subprocess
import sys

# Their static objects take back what they registered, when they are closed.
PLUGINS = re.compile(r"lib(component_manager|rosbag2_transport_components|rosbag2_\w+_plugin"
                     r"|paper_storage|test_\w+|bench_\w+)\.so")
FUNCTION = re.compile(r"^[0-9a-f]+ <(.+)>:$")


def registering(library):
    """The functions of a library that register a destructor."""
    code = subprocess.run(["objdump", "-d", "-C", "--no-show-raw-insn", library], check=True,
                          capture_output=True, text=True).stdout
    function, count = "", collections.Counter()
    for line in code.splitlines():
        begins = FUNCTION.match(line)
        if begins:
            function = begins[1]
        elif "<__cxa_atexit" in line and function != "atexit" and "@plt" not in function:
            count[function] += 1
        elif "<std::ios_base::Init::Init()" in line:
            count[function] -= 1  # <iostream> does; it only flushes what is there
    return [function for function, objects in count.items() if objects > 0]


def main(folder):
    libraries = [path for path in sorted(pathlib.Path(folder).glob("*.so"))
                 if not PLUGINS.fullmatch(path.name)]
    if not any(path.name == "librclcpp.so" for path in libraries):
        sys.exit(f"{folder} has no librclcpp.so: build first")
    found = [f"{path.name}: {function}" for path in libraries for function in registering(path)]
    if found:
        sys.exit("A static object with a destructor, which may go before those of the user's that "
                 "need it. Make it with new and never destroy it:\n  " + "\n  ".join(found))


if __name__ == "__main__":
    main(sys.argv[1])
