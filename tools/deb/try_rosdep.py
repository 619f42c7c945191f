#!/usr/bin/env python3
"""Asks rosdep what the packages of workspaces depend on, with the list of ours first; prints a row for each.

By hand: `tools/deb/try_rosdep.py --lists ROSDISTRO dist/ranvier-dev_*.deb src...`. ROSDISTRO is a clone of
github.com/ros/rosdistro: nothing is read from a network. rosdep is the one on PATH, from PyPI.
"""
import argparse
import os
import pathlib
import re
import subprocess
import sys
import tempfile

LIST = "opt/ranvier/share/ranvier/rosdep.yaml"
OF_ROS = re.compile("ros-jazzy-")  # packages that a repository of ROS 2 would have
PLATFORM = "debian:bookworm"


class Rosdep:
    """rosdep with lists of its own, below `folder`."""

    def __init__(self, folder, package, lists):
        subprocess.run(["dpkg-deb", "--extract", package, folder / "package"], check=True)
        sources = folder / "sources"
        sources.mkdir()
        (sources / "10-ranvier.list").write_text(f"yaml file://{folder}/package/{LIST}\n")
        (sources / "20-default.list").write_text("".join(
            f"yaml file://{lists}/rosdep/{name}.yaml\n" for name in ("base", "python")))
        self.environment = {**os.environ, "ROSDEP_SOURCE_PATH": str(sources), "ROS_HOME": str(folder / "home"),
                            "ROSDISTRO_INDEX_URL": f"file://{lists}/index-v4.yaml", "ROS_DISTRO": "jazzy"}
        self.run("update", "--rosdistro", "jazzy")

    def run(self, *words, fails=False):
        done = subprocess.run(["rosdep", *words], check=False, text=True, env=self.environment,
                              stdout=subprocess.PIPE, stderr=subprocess.PIPE)
        if done.returncode != 0 and not fails:
            sys.exit(f"rosdep {' '.join(words)} ended with {done.returncode}:\n{done.stdout}{done.stderr}")
        return done

    def keys(self, source):
        """What the packages below it name and are not themselves."""
        done = self.run("keys", "--from-paths", source, "--ignore-src", "--rosdistro", "jazzy")
        return sorted(set(done.stdout.split()))

    def packages(self, keys):
        """Give {key: the Debian packages that it stands for, or nothing}."""
        done = self.run("resolve", "--os", PLATFORM, *keys, fails=True)
        said = done.stdout + done.stderr
        found = {key: [] for key in keys}
        for key, rows in re.findall(r"^#ROSDEP\[(\S+)\]\n((?:(?!#ROSDEP).*\n?)*)", said, re.M):
            found[key] = [word for line in rows.splitlines() if re.match(r"[a-z0-9]", line)
                          for word in line.split()]
        return found


def row(name, found):
    """How many are of ours, of Debian, of a repository of ROS 2, of none; and those two by name."""
    kinds = {"ours": [], "Debian's": [], "of ROS 2": [], "of no list": []}
    for key, packages in found.items():
        if any(package.startswith("ranvier") for package in packages):
            kinds["ours"].append(key)
        elif not packages:
            kinds["of no list"].append(key)
        else:
            kinds["of ROS 2" if OF_ROS.match(packages[0]) else "Debian's"].append(key)
    counts = ", ".join(f"{len(keys)} {kind}" for kind, keys in kinds.items())
    return f"{name}: {counts}. Missing: {', '.join(kinds['of ROS 2'] + kinds['of no list']) or 'none'}"


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("package", help="ranvier-dev_*.deb")
    parser.add_argument("sources", nargs="+", help="folders with package.xml", type=pathlib.Path)
    parser.add_argument("--lists", required=True, type=pathlib.Path, help="a clone of ros/rosdistro")
    given = parser.parse_args()
    with tempfile.TemporaryDirectory(prefix="ranvier-rosdep-") as folder:
        rosdep = Rosdep(pathlib.Path(folder), given.package, given.lists.resolve())
        for source in given.sources:
            print(row(source.name, rosdep.packages(rosdep.keys(str(source)))), flush=True)


if __name__ == "__main__":
    main()
