"""Divide an installed tree between the Debian packages.

usage: split.py <debian> <build>

<debian>/tmp has the tree. What only compilers read goes to <debian>/ranvier-dev, the rest to
<debian>/ranvier. Substitution variables say which Python it is for, and which packages of ROS 2
the run time has.
"""
import pathlib
import re
import shutil
import sys
import xml.etree.ElementTree

import rosdep_list

PREFIX = "opt/ranvier"
MICRO = "ranvier_micro"  # sources of the client, for boards
ROSDEP = "ranvier/rosdep.yaml"


def is_for_compilers(path):
    """Whether only who compiles against the tree reads it; path is relative to the prefix."""
    return (path.parts[0] == "include" or path.suffix in (".a", ".h", ".hpp") or
            path.parts[:2] == ("share", MICRO) or path.parts == ("bin", "ranvier-micro-library") or
            path == pathlib.Path("share", ROSDEP) or
            path.parts[0] == "share" and len(path.parts) > 2 and path.parts[2] == "cmake")


def divide(debian):
    """Move each file to its package."""
    tree = debian / "tmp" / PREFIX
    for path in sorted(tree.rglob("*")):
        if path.is_dir() and not path.is_symlink():
            continue
        inside = path.relative_to(tree)
        if "__pycache__" in inside.parts:  # made where it is installed (ranvier.postinst)
            path.unlink()
            continue
        package = "ranvier-dev" if is_for_compilers(inside) else "ranvier"
        to = debian / package / PREFIX / inside
        to.parent.mkdir(parents=True, exist_ok=True)
        shutil.move(path, to)


def provided(prefix):
    """Give `ros-jazzy-<package> (= <version>)` of each package of ROS 2 in a prefix."""
    for manifest in sorted((prefix / "share").glob("*/package.xml")):
        root = xml.etree.ElementTree.parse(manifest).getroot()
        name, version = (root.findtext(tag).strip() for tag in ("name", "version"))
        yield f"ros-jazzy-{name.replace('_', '-')} (= {version})"


def python_of(build):
    """Give the dependency on the Python that the extension was built for."""
    cache = (build / "CMakeCache.txt").read_text()
    found = re.search(r"^_?RANVIER_PYTHON_VERSION\S*=(\d+)\.(\d+)", cache, re.M)
    major, minor = map(int, found.groups()) if found else sys.version_info[:2]
    return f"python3 (>= {major}.{minor}), python3 (<< {major}.{minor + 1})"


def main():
    debian, build = map(pathlib.Path, sys.argv[1:])
    rosdep_list.write(debian / "tmp" / PREFIX, debian / "tmp" / PREFIX / "share" / ROSDEP)
    divide(debian)
    with open(debian / "ranvier.substvars", "a") as file:
        file.write(f"ros:Provides={', '.join(provided(debian / 'ranvier' / PREFIX))}\n")
        file.write(f"python:Depends={python_of(build)}\n")


if __name__ == "__main__":
    main()
