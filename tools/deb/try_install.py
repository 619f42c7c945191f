#!/usr/bin/env python3
"""Installs the Debian packages with apt in a bare system of debootstrap, and says how long it takes.

By hand, as root, with a network: `tools/deb/try_install.py dist/ranvier_*_amd64.deb`. What apt downloads is
there before the clock starts. Then, with `--dev dist/ranvier-dev_*.deb`, README's listings are compiled and run
there, with `--bench dist/ranvier-bench_*.deb` the demo and some benches, and with `--workspace <folder>...` packages of
these folders are made by colcon. A wheel is installed with pip instead, in a new
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

ROOT = pathlib.Path(__file__).resolve().parents[2]
sys.path.append(str(ROOT / "tests/dropin"))
from bare_system import System, UBUNTU  # noqa: E402
from readme_listings import listings  # noqa: E402

PROGRAMS = ROOT / "tests/dropin/wheel_programs"
SETUP = ". /opt/ranvier/setup.bash && "
ACTIVATE = ". /tmp/venv/bin/activate && "
LAUNCH = """from launch import LaunchDescription
from launch.actions import ExecuteProcess, Shutdown


def generate_launch_description():
    return LaunchDescription([
        ExecuteProcess(cmd=["python3", "/tmp/talker.py"]),
        ExecuteProcess(cmd=["python3", "/tmp/listener.py"], output="screen", on_exit=Shutdown())])
"""
TRACED = """ros2 trace start walk -p /tmp && ros2 launch /tmp/two.launch.py && ros2 trace stop walk
ranvier-trace print /tmp/walk | grep -m 1 'rcl_node_init.*listener'"""
# What README.md says of its listings.
LISTINGS = """cd /tmp/chatter && cmake -S . -B build && cmake --build build && { build/talker & build/listener; kill $!; }
{ ros2 launch ./chatter.launch.py & ros2 topic hz /chatter | grep -m 1 average; kill $!; wait; }"""
# The demo, and a bench of each kind of worker.
BENCH = """ranvier demo --repeats 1 --seconds 0.5 --html /tmp/demo.html
grep -c '</html>' /tmp/demo.html
ranvier bench floor --seconds 0.2 --repeats 1
ranvier bench fanout --case same-process/burst/1-node$ --seconds 0.3 --repeats 1
ranvier bench command --case launch/20-nodes$ --repeats 1
ranvier bench python --case in-process/String$ --seconds 0.3 --repeats 1"""


COLCON = ("colcon", "python3-colcon-cmake", "python3-colcon-ros", "python3-colcon-bash", "python3-colcon-output",
          "python3-colcon-package-selection", "python3-colcon-parallel-executor", "python3-colcon-recursive-crawl",
          "python3-colcon-library-path", "python3-colcon-python-setup-py", "python3-catkin-pkg", "python3-setuptools")
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


def launch_and_trace(system, setup=SETUP):
    """A launch file runs both, and a session of `ros2 trace` records them."""
    (system.root / "tmp/two.launch.py").write_text(LAUNCH)
    said = system.run(setup + TRACED, alone=True)
    if "heard 'hello'" not in said:
        sys.exit(f"the launched listener heard nothing:\n{said}")
    print("a launch file has run both, and their trace has been recorded and read", flush=True)


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
    """The seconds of the installation, and of README's listings: compiled, run, and launched."""
    seconds = system.install(package)
    folder = system.root / "tmp/chatter"
    folder.mkdir()
    for name, content in listings((ROOT / "README.md").read_text()).items():
        (folder / name).write_text(content)
    began = time.monotonic()
    said = system.run(SETUP + LISTINGS, alone=True)
    if said.count("heard 'hello") < 3 or "average rate" not in said:
        sys.exit(f"the programs said:\n{said}")
    return seconds, time.monotonic() - began


def measure_there(system, package):
    """The demo and some benches run, as `bash -e` says."""
    system.take(package)
    seconds = system.install(f"/tmp/{package.name}")
    return seconds, system.run(f"{SETUP}set -e\n{BENCH}", alone=True)


def compile_workspace(system, folders, packages):
    """Packages of a workspace by colcon, or all that there is; the names of those that were made.

    Ubuntu has no ament-cmake: there the folders have ament_cmake and ament_package too.
    """
    system.install(*COLCON, *(() if system.suite in UBUNTU else ("ament-cmake",)))
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
    parser.add_argument("--bench", help="ranvier-bench_*.deb", type=pathlib.Path)
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
            launch_and_trace(system, ACTIVATE)
            return
        before = system.size()
        system.take(*filter(None, (given.package, given.dev)))
        installed = system.install(f"/tmp/{given.package.name}")
        print(f"{given.suite}, {field(given.package, 'Architecture')}: installed in {installed:.1f} s; "
              f"{given.package.stat().st_size / 1e6:.1f} MB packed, {int(field(given.package, 'Installed-Size')) / 1e3:.1f} "
              f"MB installed, {system.size() - before} MB with all that it depends on", flush=True)
        print(f"a talker is heard after {hear(system):.1f} s more, and `ros2 topic list` names it", flush=True)
        launch_and_trace(system)
        compose(system)
        print("a container has loaded a component", flush=True)
        if given.dev:
            seconds, compiled = compile_there(system, f"/tmp/{given.dev.name}")
            print(f"ranvier-dev installed in {seconds:.1f} s, {system.size() - before} MB in all; "
                  f"README's listings compiled and run in {compiled:.1f} s", flush=True)
        if given.bench:
            seconds, said = measure_there(system, given.bench)
            print(f"ranvier-bench installed in {seconds:.1f} s; the demo and the benches ran:\n{said}", flush=True)
        if given.workspace:
            print(f"colcon has made {', '.join(compile_workspace(system, given.workspace, given.packages))}", flush=True)
        for command in given.run:
            print(system.run(f"{SETUP}. /tmp/ws/install/setup.bash && {command}", alone=True))


if __name__ == "__main__":
    main()
