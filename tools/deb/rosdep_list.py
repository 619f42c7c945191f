"""Write the list by which rosdep finds what a prefix has.

usage: rosdep_list.py <prefix> <file.yaml>

Who builds a package needs headers and CMake files, so a package of the prefix is in ranvier-dev unless it has
Python alone. A package that stands for a library of the system, as orocos_kdl_vendor does, needs that library's headers
beside. What Debian packages of ament and rosidl, and a prefix therefore has not, is named too.
"""
import pathlib
import re
import sys
import xml.etree.ElementTree

PLATFORMS = ("debian", "ubuntu")
OF_DEBIAN = {
    "ament-cmake": [
        "ament_cmake", "ament_cmake_auto", "ament_cmake_export_definitions", "ament_cmake_export_dependencies",
        "ament_cmake_export_include_directories", "ament_cmake_export_interfaces", "ament_cmake_export_libraries",
        "ament_cmake_export_link_flags", "ament_cmake_export_targets", "ament_cmake_include_directories",
        "ament_cmake_libraries", "ament_cmake_target_dependencies", "ament_cmake_version"],
    "ament-cmake-core": ["ament_cmake_core"],
    "ament-cmake-python": ["ament_cmake_python"],
    "python3-ament-cmake-test": ["ament_cmake_test"],
    "python3-ament-package": ["ament_package"],
    "python3-rosidl": ["rosidl_adapter", "rosidl_cli", "rosidl_parser", "rosidl_pycommon"],
}


def libraries_of(share):
    """Give the Debian packages of the libraries that a vendor package finds (underlay/find_system_library.cmake)."""
    text = "".join(file.read_text() for file in sorted(share.glob("cmake/*-extras.cmake")))
    return re.findall(r"ranvier_find_system_library\([^)]*DEBIAN ([\w.+-]+)", text)


def packages_of(prefix):
    """Give {name of a package: the Debian packages that who builds needs, ours first}."""
    found = {}
    for manifest in sorted((prefix / "share").glob("*/package.xml")):
        name = xml.etree.ElementTree.parse(manifest).getroot().findtext("name").strip()
        own = "ranvier-dev" if (manifest.parent / "cmake").is_dir() else "ranvier"
        found[name] = ", ".join([own, *libraries_of(manifest.parent)])
    return found


def rows(prefix):
    ours = packages_of(prefix)
    named = {name: (PLATFORMS, package) for name, package in ours.items()}
    for package, names in OF_DEBIAN.items():
        named.update({name: (("debian",), package) for name in names if name not in ours})
    for name, (platforms, package) in sorted(named.items()):
        yield f"{name}: {{{', '.join(f'{one}: [{package}]' for one in platforms)}}}\n"


def write(prefix, file):
    file.write_text("# For rosdep: docs/install.md.\n" + "".join(rows(prefix)))


if __name__ == "__main__":
    write(*map(pathlib.Path, sys.argv[1:]))
