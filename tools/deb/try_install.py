#!/usr/bin/env python3
"""Installs the Debian packages with apt in a bare system of debootstrap, and says how long it takes.

By hand, as root, with a network: `tools/deb/try_install.py dist/ranvier_*.deb`. What apt downloads is
there before the clock starts. Then, with `--dev dist/ranvier-dev_*.deb`, a program is compiled there.
"""
import argparse
import pathlib
import shutil
import subprocess
import sys
import tempfile
import time

ROOT = pathlib.Path(__file__).resolve().parents[2]
PROGRAMS = ROOT / "tests/dropin/wheel_programs"
SETUP = ". /opt/ranvier/setup.bash && "
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


class System:
    """A root folder that debootstrap has filled, entered by chroot in a network of its own."""

    def __init__(self, folder, suite, mirror):
        self.root = pathlib.Path(folder) / "root"
        subprocess.run(["debootstrap", "--variant=minbase", suite, self.root, mirror], check=True,
                       stdout=subprocess.DEVNULL)
        (self.root / "etc/resolv.conf").write_text(pathlib.Path("/etc/resolv.conf").read_text())

    def words(self, command):
        inner = "mount -t proc proc /proc && mount -t tmpfs tmpfs /dev/shm && " + command
        return ["unshare", "--mount", "--pid", "--fork", "--kill-child", "chroot", self.root, "/bin/bash", "-c",
                "mkdir -p /dev/shm && " + inner]

    def run(self, command):
        done = subprocess.run(self.words(command), check=False, text=True, stdout=subprocess.PIPE,
                              stderr=subprocess.STDOUT, timeout=900,
                              env={"PATH": "/usr/bin:/bin:/usr/sbin:/sbin", "HOME": "/root",
                                   "LANG": "C.UTF-8", "DEBIAN_FRONTEND": "noninteractive",
                                   "ROS_AUTOMATIC_DISCOVERY_RANGE": "LOCALHOST"})
        if done.returncode != 0:
            sys.exit(f"'{command}' failed with {done.returncode}:\n{done.stdout}")
        return done.stdout

    def size(self):
        """Megabytes of all files but what apt keeps of its lists and packages."""
        said = subprocess.run(["du", "-sxm", "--exclude=var/cache", "--exclude=var/lib/apt",
                               "--exclude=tmp", self.root], check=True, text=True, stdout=subprocess.PIPE).stdout
        return int(said.split()[0])

    def take(self, *files):
        for file in files:
            shutil.copy2(file, self.root / "tmp")

    def install(self, package):
        """The seconds that apt takes once all is downloaded."""
        command = f"apt-get install -y --no-install-recommends /tmp/{pathlib.Path(package).name}"
        self.run(command + " --download-only")
        began = time.monotonic()
        self.run(command)
        return time.monotonic() - began


def hear(system):
    """A talker and a listener in Python, and the seconds until the listener has heard."""
    system.take(PROGRAMS / "talker.py", PROGRAMS / "listener.py")
    began = time.monotonic()
    heard = system.run(SETUP + "{ python3 /tmp/talker.py & python3 /tmp/listener.py; kill %1; }")
    if "heard 'hello'" not in heard:
        sys.exit(f"the listener heard nothing:\n{heard}")
    return time.monotonic() - began


def compile_there(system, package):
    """The seconds of the installation, and of a compilation with plain CMake."""
    seconds = system.install(package)
    folder = system.root / "tmp/hello"
    folder.mkdir()
    (folder / "CMakeLists.txt").write_text(CMAKE)
    (folder / "hello.cpp").write_text(HELLO)
    began = time.monotonic()
    said = system.run(SETUP + "cmake -S /tmp/hello -B /tmp/build && cmake --build /tmp/build && /tmp/build/hello")
    if "it runs" not in said:
        sys.exit(f"the program said:\n{said}")
    return seconds, time.monotonic() - began


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("package", help="ranvier_*.deb")
    parser.add_argument("--dev", help="ranvier-dev_*.deb")
    parser.add_argument("--suite", default="bookworm")
    parser.add_argument("--mirror", default="http://deb.debian.org/debian")
    options = parser.parse_args()
    with tempfile.TemporaryDirectory(prefix="ranvier-try-") as folder:
        system = System(folder, options.suite, options.mirror)
        system.run("apt-get update")
        before = system.size()
        system.take(*filter(None, (options.package, options.dev)))
        installed = system.install(options.package)
        print(f"{options.suite}: installed in {installed:.1f} s, "
              f"{system.size() - before} MB with all that it depends on")
        print(f"a talker is heard after {hear(system):.1f} s more")
        if options.dev:
            seconds, compiled = compile_there(system, options.dev)
            print(f"ranvier-dev installed in {seconds:.1f} s, {system.size() - before} MB in all; "
                  f"a program compiled, linked and run in {compiled:.1f} s")


if __name__ == "__main__":
    main()
