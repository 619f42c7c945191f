#!/usr/bin/env python3
"""Installs the Debian packages with apt in a bare system of debootstrap, and says how long it takes.

By hand, as root, with a network: `tools/deb/try_install.py dist/ranvier_*_amd64.deb`. What apt downloads is
there before the clock starts. Then, with `--dev dist/ranvier-dev_*.deb`, a program is compiled there, and with
`--workspace <folder>...` packages of these folders by colcon. A wheel is installed with pip instead, in a new
environment of the system's Python, with its dependencies from PyPI. For another architecture, `--qemu` names the
qemu-user that runs its programs: one that is linked statically (Debian's qemu-user-static).
"""
import argparse
import pathlib
import shutil
import subprocess
import sys
import tempfile
import time

from bare_system import System

ROOT = pathlib.Path(__file__).resolve().parents[2]
PROGRAMS = ROOT / "tests/dropin/wheel_programs"
SETUP = ". /opt/ranvier/setup.bash && "
ACTIVATE = ". /tmp/venv/bin/activate && "
CMAKE = """cmake_minimum_required(VERSION 3.16)
project(hello CXX)
find_package(rclcpp REQUIRED)
add_executable(hello hello.cpp)
target_link_libraries(hello rclcpp::rclcpp)
"""
HELLO = """#include <rclcpp/rclcpp.hpp>
int main(int argc, char** argv) {
  rclcpp::init(argc, argv);
  RCLCPP_INFO(rclcpp::Node("hello").get_logger(), "it runs");
}
"""


COLCON = ("colcon", "python3-colcon-cmake", "python3-colcon-ros", "python3-colcon-bash", "python3-colcon-output",
          "python3-colcon-package-selection", "python3-colcon-parallel-executor", "python3-colcon-recursive-crawl",
          "python3-colcon-library-path", "python3-colcon-python-setup-py", "ament-cmake", "python3-catkin-pkg")
CONTAINER = """{ ros2 run rclcpp_components component_container & }
until ros2 component list | grep -q /ComponentManager; do :; done
ros2 component load /ComponentManager rosbag2_transport rosbag2_transport::Recorder -p record.all_topics:=true \\
  -p storage.uri:=/tmp/bag
ros2 component list
kill %1"""


def hear(system, setup=SETUP):
    """A talker and a listener in Python, and the seconds until the listener has heard; then the topics."""
    system.take(PROGRAMS / "talker.py", PROGRAMS / "listener.py")
    began = time.monotonic()
    said = system.run(setup + "{ python3 /tmp/talker.py & python3 /tmp/listener.py && date +%s.%N && "
                      "ros2 topic list; kill %1; }", alone=True)
    if "heard 'hello'" not in said or "/chatter\n" not in said:
        sys.exit(f"the listener heard nothing, or no topic was listed:\n{said}")
    until = next(line for line in said.splitlines() if line.replace(".", "").isdigit())
    return time.monotonic() - began - (time.time() - float(until))


def install_wheel(system, package):
    """The seconds that pip takes, with the dependencies from PyPI."""
    system.install("python3-venv")
    certificates = system.root / "etc/ssl/certs"
    certificates.mkdir(parents=True, exist_ok=True)
    shutil.copy2("/etc/ssl/certs/ca-certificates.crt", certificates)  # who this machine trusts
    system.run("python3 -m venv /tmp/venv")
    began = time.monotonic()
    system.run(f"PIP_CERT=/etc/ssl/certs/ca-certificates.crt /tmp/venv/bin/pip install /tmp/{package.name}")
    return time.monotonic() - began


def compose(system):
    """A container of components loads one."""
    said = system.run(SETUP + CONTAINER, alone=True)
    if "Loaded component 1" not in said or "  1  /" not in said:
        sys.exit(f"the container has no component:\n{said}")


def compile_there(system, package):
    """The seconds of the installation, and of a compilation with plain CMake."""
    seconds = system.install(package)
    folder = system.root / "tmp/hello"
    folder.mkdir()
    (folder / "CMakeLists.txt").write_text(CMAKE)
    (folder / "hello.cpp").write_text(HELLO)
    began = time.monotonic()
    said = system.run(SETUP + "cmake -S /tmp/hello -B /tmp/build && cmake --build /tmp/build && /tmp/build/hello",
                      alone=True)
    if "it runs" not in said:
        sys.exit(f"the program said:\n{said}")
    return seconds, time.monotonic() - began


def compile_workspace(system, folders, packages):
    """Packages of a workspace by colcon, or all that there is; the names of those that were made."""
    system.install(*COLCON)
    (system.root / "tmp/ws/src").mkdir(parents=True)
    for folder in folders:
        subprocess.run(["cp", "-r", folder, system.root / "tmp/ws/src"], check=True)
    some = f"--packages-up-to {' '.join(packages)} " if packages else ""
    system.run(f"{SETUP}cd /tmp/ws && colcon build --executor sequential {some}--cmake-args -DBUILD_TESTING=OFF",
               alone=True)
    return sorted(path.parent.name for path in system.root.glob("tmp/ws/install/*/share/*/package.xml"))


def field(package, name):
    return subprocess.run(["dpkg-deb", "--field", package, name], check=True, text=True,
                          stdout=subprocess.PIPE).stdout.strip()


def options():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("package", help="ranvier_*.deb, or a wheel", type=pathlib.Path)
    parser.add_argument("--dev", help="ranvier-dev_*.deb", type=pathlib.Path)
    parser.add_argument("--workspace", help="folders with packages for colcon", nargs="+", default=[])
    parser.add_argument("--packages", help="the names of those that are made, all unless given", nargs="+")
    parser.add_argument("--run", help="what is run then, in the workspace's environment", action="append", default=[])
    parser.add_argument("--suite", default="bookworm")
    parser.add_argument("--mirror", help="that of the distribution unless given")
    parser.add_argument("--qemu", help="qemu-aarch64-static, for arm64")
    return parser.parse_args()


def main():
    given = options()
    wheel = given.package.suffix == ".whl"
    with tempfile.TemporaryDirectory(prefix="ranvier-try-") as folder:
        architecture = ("arm64" if given.qemu else "amd64") if wheel else field(given.package, "Architecture")
        system = System(folder, given.suite, architecture, given.qemu, given.mirror)
        system.run("apt-get update")
        if wheel:
            system.take(given.package)
            print(f"{given.suite}, {architecture}: pip has installed {given.package.name} in "
                  f"{install_wheel(system, given.package):.1f} s", flush=True)
            print(f"a talker is heard after {hear(system, ACTIVATE):.1f} s more, and `ros2 topic list` names it")
            return
        before = system.size()
        system.take(*filter(None, (given.package, given.dev)))
        installed = system.install(f"/tmp/{given.package.name}")
        print(f"{given.suite}, {field(given.package, 'Architecture')}: installed in {installed:.1f} s; "
              f"{given.package.stat().st_size / 1e6:.1f} MB packed, {int(field(given.package, 'Installed-Size')) / 1e3:.1f} "
              f"MB installed, {system.size() - before} MB with all that it depends on", flush=True)
        print(f"a talker is heard after {hear(system):.1f} s more, and `ros2 topic list` names it", flush=True)
        compose(system)
        print("a container has loaded a component", flush=True)
        if given.dev:
            seconds, compiled = compile_there(system, f"/tmp/{given.dev.name}")
            print(f"ranvier-dev installed in {seconds:.1f} s, {system.size() - before} MB in all; "
                  f"a program compiled, linked and run in {compiled:.1f} s", flush=True)
        if given.workspace:
            print(f"colcon has made {', '.join(compile_workspace(system, given.workspace, given.packages))}", flush=True)
        for command in given.run:
            print(system.run(f"{SETUP}. /tmp/ws/install/setup.bash && {command}", alone=True))


if __name__ == "__main__":
    main()
