#!/usr/bin/python3
"""Runs launch files and launch tests of public packages as their pages say, and prints a row of
docs/public_packages.md for each.

usage: tools/try_launch_files.py WORKSPACE [--sources DIR] [--only REGEX]

WORKSPACE is the --work folder of tools/try_packages.py: what it built is in its install/. DIR has
the sources of ros2/examples, for launch tests that are not installed. A run is good when every
line that is waited for came, when it ended with status 0 (by itself, or after Ctrl-C), and when
nothing of it is left. Ends with 0 when every run is good.
"""
import argparse
import dataclasses
import datetime
import os
import pathlib
import re
import shlex
import signal
import socket
import subprocess
import sys
import tempfile
import threading
import time

LIMIT = 120  # seconds for each run: the demo of lifecycle takes a minute
MARK = "RANVIER_TRY"
TALKS = ("Publishing: 'Hello World: 3'", "I heard: .Hello World: 3")
SUM = ("Incoming request", r"Result of add_two_ints: \d+")
ROBOT = ("dummy_map_server", "robot_state_publisher-", "dummy_laser")


@dataclasses.dataclass
class Try:
    package: str
    command: str
    lines: tuple  # expressions, each of which a line must match
    ends: bool = False  # by itself
    statuses: tuple = (0,)
    beside: str = ""  # another command that runs beside it


def launch(package, file, lines, **more):
    return Try(package, f"ros2 launch {package} {file}", lines, **more)


TRIES = [
    *(launch("demo_nodes_cpp", f"talker_listener{kind}_launch.{ending}", TALKS)
      for kind in ("", "_best_effort") for ending in ("py", "xml", "yaml")),
    *(launch("demo_nodes_cpp", f"add_two_ints{kind}_launch.{ending}", SUM, ends=ending == "py")
      for kind in ("", "_async") for ending in ("py", "xml")),
    launch("demo_nodes_cpp", "introspect_services_launch.py",
           ("introspection_service-1", "introspection_client-2")),
    launch("composition", "composition_demo_launch.py",
           ("Publishing: 'Hello World: 3'", "I heard: .Hello World: 3")),
    launch("lifecycle", "lifecycle_demo_launch.py",
           (r"on_configure\(\) is called", r"on_activate\(\) is called", "data_callback",
            "on cleanup is called", "on shutdown is called from state unconfigured"), ends=True),
    launch("lifecycle_py", "lifecycle_demo_launch.py",
           (r"on_configure\(\) is called", r"on_activate\(\) is called", "data_callback")),
    *(launch("dummy_robot_bringup", f"dummy_robot_bringup_launch.{ending}", ROBOT)
      for ending in ("py", "xml", "yaml")),
    # Its publisher says a last word after Ctrl-C, when its context may have ended; then it fails.
    *(launch("topic_monitor", f"{name}_demo_launch.py", (f"Publishing on topic: {topic}",),
             statuses=(0, 3))
      for name, topic in (("depth", "small_depth_50"), ("fragmentation", "large"),
                          ("reliability", "sensor"))),
    Try("image_tools", "ros2 run image_tools showimage --ros-args -p show_image:=false",
        (r"Received image #\w+",),
        beside="ros2 run image_tools cam2image --ros-args -p burger_mode:=true"),
]
TESTS = ("hello_world", "check_node", "check_multiple_nodes", "check_msgs", "set_param")


def launch_tests(sources):
    folder = "launch_testing/launch_testing_examples/launch_testing_examples"
    for name in TESTS:
        for path in sources.rglob(f"{folder}/{name}_launch_test.py"):
            yield Try("launch_testing_examples", f"launch_test {path}", ("OK$",), ends=True)


def environment(workspace, mark):
    """What the workspace's setup.bash sets, in a domain that nobody listens in."""
    command = f". '{workspace}/install/setup.bash' >&2; exec env -0"
    said = subprocess.run(["bash", "-c", command], capture_output=True, check=True).stdout
    values = dict(part.split("=", 1) for part in said.decode().split("\0") if "=" in part)
    return {**values, MARK: mark, "ROS_DOMAIN_ID": str(free_domain()),
            "ROS_AUTOMATIC_DISCOVERY_RANGE": "LOCALHOST", "PYTHONUNBUFFERED": "1",
            "ROS_LOG_DIR": tempfile.mkdtemp(prefix="ranvier-try-")}


def free_domain():
    for domain in range(1, 100):
        with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as port:
            try:
                port.bind(("", 7400 + 250 * domain))
                return domain
            except OSError:
                continue
    sys.exit("try_launch_files: every domain of this host is in use")


def marked(mark):
    """The folders in /proc of what carries the mark and lives."""
    for folder in pathlib.Path("/proc").iterdir():
        try:
            if folder.name.isdigit() and f"{MARK}={mark}".encode() in (
                    folder / "environ").read_bytes().split(b"\0"):
                yield folder
        except OSError:  # it has ended
            pass


def left_behind(mark):
    """The command lines of what carries the mark and lives."""
    found = []
    for folder in marked(mark):
        try:
            words = (folder / "cmdline").read_bytes().replace(b"\0", b" ").decode().strip()
        except OSError:  # it has ended
            continue
        found += [words] if words else []
    return found


class Run:
    """A command that runs, and the lines that it said."""

    def __init__(self, command, env):
        self.lines = []
        self.process = subprocess.Popen(
            shlex.split(command), env=env, cwd="/tmp", text=True, stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE, stderr=subprocess.STDOUT, start_new_session=True,
            errors="replace")
        self.reader = threading.Thread(target=self.read, daemon=True)
        self.reader.start()

    def read(self):
        for line in self.process.stdout:
            self.lines.append(re.sub(r"\x1b\[\d*m", "", line.rstrip("\n")))

    def missing(self, lines):
        return [one for one in lines if not any(re.search(one, line) for line in self.lines)]

    def wait_for(self, lines, until):
        while self.missing(lines) and self.process.poll() is None and time.monotonic() < until:
            time.sleep(0.05)
        if self.process.poll() is not None:
            self.reader.join(LIMIT)
        return self.missing(lines)

    def end(self, interrupt, until):
        if interrupt and self.process.poll() is None:
            os.killpg(self.process.pid, signal.SIGINT)  # as a terminal does
        try:
            return self.process.wait(max(1, until - time.monotonic()))
        except subprocess.TimeoutExpired:
            os.killpg(self.process.pid, signal.SIGKILL)
            return "none: it did not end"


def fault_of(one, workspace):
    """What was wrong with a run; '' if nothing."""
    mark = f"{os.getpid()}-{time.monotonic_ns()}"
    env = environment(workspace, mark)
    until = time.monotonic() + LIMIT
    beside = Run(one.beside, env) if one.beside else None
    run = Run(one.command, env)
    missing = run.wait_for(one.lines, until)
    status = run.end(not one.ends, until)
    if beside is not None:
        beside.end(True, until)
    left = left_behind(mark)
    faults = [f"no line {line}" for line in missing]
    faults += [f"status {status}"] if status not in one.statuses else []
    faults += [f"left behind: {words}" for words in left]
    if faults:
        print("\n".join(run.lines[-15:]), file=sys.stderr)
    return "; ".join(faults)


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n\n")[0])
    parser.add_argument("workspace", type=pathlib.Path)
    parser.add_argument("--sources", type=pathlib.Path)
    parser.add_argument("--only", default="")
    args = parser.parse_args()
    if not (args.workspace / "install/setup.bash").exists():
        parser.error(f"'{args.workspace}' has no install/setup.bash: tools/try_packages.py makes it")
    tries = [*TRIES, *(launch_tests(args.sources) if args.sources else ())]
    good = True
    for one in tries:
        if not re.search(args.only, f"{one.package} {one.command}"):
            continue
        fault = fault_of(one, args.workspace.resolve())
        good = good and not fault
        words = re.sub(r"\S*/", "", one.command)
        with_beside = f", beside `{one.beside}`" if one.beside else ""
        print(f"| {one.package} | `{words}`{with_beside} | {'**no**' if fault else 'yes'} | "
              f"{datetime.date.today()} | {fault} |", flush=True)
    return 0 if good else 1


if __name__ == "__main__":
    sys.exit(main())
