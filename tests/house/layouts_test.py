"""Usage: layouts_test.py <root of the project> <build folder> <C++ compiler> [--write]

What packages compile into themselves of our classes, as layouts.txt has it: how large each class is, and the order of
its virtual functions. A package that was compiled with a release runs with the next if these stay.
With --write the list is written anew.

The compiler says it (-fdump-lang-class), in one run over the public headers. Where members lie it does not say:
`make abi-check` does, by hand. Instances of templates are left out, since each package has its own.
"""
import difflib
import pathlib
import platform
import re
import subprocess
import sys
import tempfile

LIST = pathlib.Path(__file__).resolve().parent / "layouts.txt"
PACKAGES = ("ament_index_cpp", "class_loader", "libstatistics_collector", "pluginlib", "rcl", "rcl_action", "rclcpp",
            "rclcpp_action", "rclcpp_components", "rclcpp_lifecycle", "rcpputils", "rcutils", "rmw",
            "rosbag2_compression", "rosbag2_cpp", "rosbag2_storage", "rosbag2_transport", "rosidl_runtime_c",
            "rosidl_typesupport_introspection_cpp")
OURS = re.compile(r"(ament_index_cpp|class_loader|libstatistics_collector|pluginlib|rclcpp|rclcpp_action|rclcpp_components|"
                  r"rclcpp_lifecycle|rcpputils|rosbag2_(?!interfaces:)\w+|rosidl_typesupport_introspection_cpp)::|"
                  r"(rcl|rcutils|rmw|rosidl)_\w+$")
NAMELESS = re.compile(r"[<{]|\._anon|\bImpl\b")


def public_headers(root):
    """Those of the packages as they are included, in order. A header that is an error says so itself."""
    for package in PACKAGES:
        folder = root / "api" / package / "include" / package
        for header in sorted([*folder.rglob("*.hpp"), *folder.rglob("*.h")]):
            if not re.search(r"^\s*#error", header.read_text(), re.M):
                yield header.relative_to(folder.parent)


def dump(root, build, compiler):
    """What the compiler says of all classes that those headers see."""
    folders = [*(root / "api").glob("*/include"), *(build / "forwards").glob("*"),
               *(build / "interfaces").glob("*/include"), build / "view/codec"]
    with tempfile.TemporaryDirectory(prefix="ranvier-layouts-") as folder:
        source = pathlib.Path(folder, "all.cc")
        source.write_text("".join(f"#include <{header}>\n" for header in public_headers(root)))
        said = pathlib.Path(folder, "classes")
        subprocess.run([compiler, "-std=c++17", "-w", "-O0", "-fsyntax-only", f"-fdump-lang-class={said}",
                        *(f"-I{one}" for one in folders), source], check=True)
        return said.read_text()


def layouts(text):
    """A row for each class of ours, and below it one for each virtual function of its table."""
    sizes, tables = {}, {}
    for name, size, align in re.findall(r"^Class (.+)\n   size=(\d+) align=(\d+)$", text, re.M):
        if OURS.match(name) and not NAMELESS.search(name):
            sizes[name] = f"{name}: {size} bytes, aligned to {align}"
    for name, rows in re.findall(r"^Vtable for (.+)\n.+: \d+ entries\n((?:\d+ .*\n)+)", text, re.M):
        tables[name] = [entry.group(1) for entry in
                        (re.search(r"\(\*\)\(\.\.\.\)\)(\w[\w:~<>, ]*)$", row) for row in rows.splitlines())
                        if entry and not entry.group(1).isdigit()]
    for name in sorted(sizes):
        yield sizes[name]
        yield from (f"  {entry}" for entry in tables.get(name, ()))


def compare(found):
    """Nothing if that is the list; else it ends with the rows that differ."""
    changed = [line for line in difflib.unified_diff(LIST.read_text().splitlines(), found, lineterm="", n=0)
               if re.match(r"[-+](?![-+])", line)]
    if changed:
        sys.exit("\n".join(changed) + "\nA class that is of another size or has other virtual functions breaks each "
                 "package that was compiled with it, until that is compiled again. Where it is meant, and for classes "
                 "that come: python3 tests/house/layouts_test.py . build g++ --write")


def main(root, build, compiler, *options):
    if platform.machine() != "x86_64":
        print("SKIPPED: the sizes of the list are those of amd64")
        return
    found = list(layouts(dump(root, build, compiler)))
    if options == ("--write",):
        LIST.write_text("".join(f"{one}\n" for one in found))
    else:
        compare(found)


if __name__ == "__main__":
    main(pathlib.Path(sys.argv[1]).resolve(), pathlib.Path(sys.argv[2]).resolve(), *sys.argv[3:])
