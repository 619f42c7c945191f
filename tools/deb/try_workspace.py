#!/usr/bin/env python3
"""Makes workspaces in a bare system of debootstrap as their users do: a repository for apt, rosdep, colcon.

By hand, as root, with a network: `tools/deb/try_workspace.py --repository dist/apt --lists ROSDISTRO
FOLDER[,FOLDER...]...`. Each word is a workspace: the folders of its sources. There apt installs ranvier-dev from the
repository, rosdep of PyPI with the list of ranvier-dev first installs what each workspace depends on (`rosdep install -r
-y`), and colcon makes all of it. ROSDISTRO is a clone of github.com/ros/rosdistro: its lists stand for those that
`rosdep init` would name. Prints by workspace what rosdep could not install, and the packages that colcon made.
"""
import argparse
import pathlib
import re
import shutil
import subprocess
import sys
import tempfile
import time
import xml.etree.ElementTree

from bare_system import System
from try_install import COLCON, SETUP

SOURCES = "/etc/ros/rosdep/sources.list.d"
ROSDEP = "ROSDISTRO_INDEX_URL=file:///tmp/rosdistro/index-v4.yaml /root/rosdep/bin/rosdep"


def prepare(system, repository, lists):
    """What docs/install.md says of a machine: the repository, ranvier-dev, colcon, and rosdep with its lists."""
    system.take(repository)
    (system.root / "etc/apt/sources.list.d/ranvier.list").write_text(
        f"deb [trusted=yes] file:///tmp/{repository.name} {next((repository / 'dists').iterdir()).name} main\n")
    system.run("apt-get update")
    system.install("ranvier-dev", "python3-venv", "ca-certificates", *COLCON)
    shutil.copy2("/etc/ssl/certs/ca-certificates.crt", system.root / "etc/ssl/certs")  # who this machine trusts
    system.run("python3 -m venv /root/rosdep && PIP_CERT=/etc/ssl/certs/ca-certificates.crt "
               "/root/rosdep/bin/pip install rosdep")
    (system.root / "tmp/rosdistro").mkdir()
    for name in ("index-v4.yaml", "rosdep", "jazzy"):
        subprocess.run(["cp", "-r", lists / name, system.root / "tmp/rosdistro"], check=True)
    folder = pathlib.Path(f"{system.root}{SOURCES}")
    folder.mkdir(parents=True)
    (folder / "10-ranvier.list").write_text("yaml file:///opt/ranvier/share/ranvier/rosdep.yaml\n")
    (folder / "20-default.list").write_text("".join(
        f"yaml file:///tmp/rosdistro/rosdep/{name}.yaml\n" for name in ("base", "python")))
    system.run(f"{ROSDEP} update --rosdistro jazzy")


def resolve(system, workspace):
    """The packages that rosdep has installed, and what it could not."""
    before = installed(system)
    said = system.run(f"{{ {ROSDEP} install -r -y --from-paths {workspace}/src --ignore-src --rosdistro jazzy "
                      "--default-yes 2>&1 || :; }")
    missing = re.findall(r"^(\S+): (?:Cannot locate rosdep definition for|No definition of) \[?(\S+?)\]?(?: for .*)?$",
                         said, re.M)
    refused = re.findall(r"Unable to locate package (\S+)", said)
    return sorted(installed(system) - before), sorted({key for _, key in missing} | set(refused)), said


def installed(system):
    return set(system.run("dpkg-query -W -f '${Package}\\n'").split())


def make(system, workspace):
    """The packages of it, and those that colcon did not make, with its words."""
    said = system.run(f"{SETUP}cd {workspace} && {{ colcon build --executor sequential --continue-on-error "
                      "--cmake-args -DBUILD_TESTING=OFF 2>&1 || :; }", alone=True)
    inside = pathlib.Path(f"{system.root}{workspace}")
    names = {xml.etree.ElementTree.parse(path).getroot().findtext("name").strip()
             for path in inside.glob("src/**/package.xml")}
    made = {path.parent.name for path in inside.glob("install/*/share/*/package.xml")}
    return sorted(made & names), sorted(names - made), said


def options():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("workspaces", nargs="+", metavar="FOLDER[,FOLDER...]", help="the sources of a workspace")
    parser.add_argument("--repository", required=True, type=pathlib.Path, help="of make apt-repository")
    parser.add_argument("--lists", required=True, type=pathlib.Path, help="a clone of ros/rosdistro")
    parser.add_argument("--suite", default="bookworm")
    parser.add_argument("--run", help="what is run then, in the last workspace", action="append", default=[])
    parser.add_argument("--log", type=pathlib.Path, help="a file for all that rosdep and colcon say")
    return parser.parse_args()


def main():
    given = options()
    log = []
    with tempfile.TemporaryDirectory(prefix="ranvier-try-") as folder:
        system = System(folder, given.suite, "amd64")
        prepare(system, given.repository.resolve(), given.lists.resolve())
        lacking = []
        for number, sources in enumerate(given.workspaces):
            workspace = f"/root/workspace{number}"
            (pathlib.Path(f"{system.root}{workspace}") / "src").mkdir(parents=True)
            for source in sources.split(","):
                subprocess.run(["cp", "-r", source, f"{system.root}{workspace}/src"], check=True)
            packages, missing, said = resolve(system, workspace)
            began = time.monotonic()
            made, left, built = make(system, workspace)
            log += [said, built]
            lacking += left
            print(f"{sources}: rosdep has installed {len(packages)} packages ({', '.join(packages)}), and could not "
                  f"{', '.join(missing) or 'nothing'}; colcon has made {len(made)} of {len(made) + len(left)} in "
                  f"{time.monotonic() - began:.0f} s{': not ' + ', '.join(left) if left else ''}", flush=True)
        for command in given.run:
            print(system.run(f"{SETUP}. {workspace}/install/setup.bash && {command}", alone=True))
    if given.log:
        given.log.write_text("\n".join(log))
    sys.exit(bool(lacking))


if __name__ == "__main__":
    main()
