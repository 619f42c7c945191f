"""A prefix with packages for the tests of launch, and launches in it."""
import os
import pathlib
import queue
import shutil
import signal
import subprocess
import sys
import tempfile
import threading
import time

sys.path.append(str(pathlib.Path(__file__).resolve().parents[1] / "support"))
from own_domain import Domain  # noqa: E402

LIMIT = 40  # seconds; nothing takes that long unless it hangs
BUILD = pathlib.Path(os.environ["RANVIER_BUILD"])
MARK = "LAUNCH_TEST_MARK"

PROGRAMS = {
    # says what it is given, and ends well at SIGINT and SIGTERM
    "child": """trap 'echo got INT; exit 0' INT; trap 'echo got TERM; exit 0' TERM
echo "out $*"; echo "err $*" >&2
while :; do sleep 0.02; done""",
    # ends with a status: once <status> <words>
    "once": 'status=$1; shift; echo "once: $*"; exit $status',
    "crash": "echo crash; kill -SEGV $$",
    # hears no SIGINT: deaf; and no SIGTERM: deaf all
    "deaf": """trap '' INT; [ "$1" = all ] && trap '' TERM
echo ready; while :; do sleep 0.02; done""",
    # leaves processes behind: one in its group, one in a session of its own
    "parent": """(trap '' INT TERM; while :; do sleep 0.02; done) &
setsid sh -c 'trap "" INT; echo ready; while :; do sleep 0.02; done' &
while :; do sleep 0.02; done""",
    "show": "env | sort",
    "echo_arguments": 'echo "$*"',
}


class Prefix:
    """A folder with an ament index and the packages 'tools' and 'nodes'."""

    def __init__(self):
        self.__folder = tempfile.TemporaryDirectory(prefix="launch_test_")
        self.path = pathlib.Path(self.__folder.name)
        self.files = self.path / "files"
        self.files.mkdir()
        self.mark = f"{os.getpid()}-{time.monotonic_ns()}"
        self.__held = Domain()
        self.domain = self.__held.number
        for name, text in PROGRAMS.items():
            self.program("tools", name, f"#!/bin/sh\n{text}\n")
        self.__add_nodes()

    def __add_nodes(self):
        library = self.path / "lib/libtest_launch_nodes.so"
        library.symlink_to(BUILD / "lib/libtest_launch_nodes.so")
        classes = {"talker": "Talker", "listener": "Listener", "managed": "Managed"}
        for program in classes:
            self.link("nodes", program, BUILD / "bin" / f"launch_{program}")
        for program in ("component_container", "component_container_mt",
                        "component_container_isolated", "component_container_events_cbg",
                        "component_container_callback_isolated"):
            self.link("rclcpp_components", program, BUILD / "bin" / program)
        self.resource("rclcpp_components", "nodes", "".join(
            f"launch_nodes::{one};lib/libtest_launch_nodes.so\n" for one in classes.values()))
        self.resource("component_executables", "nodes", "".join(
            f"{program};launch_nodes::{one}\n" for program, one in classes.items()))

    def resource(self, kind, package, text=""):
        folder = self.path / "share/ament_index/resource_index" / kind
        folder.mkdir(parents=True, exist_ok=True)
        (folder / package).write_text(text)

    def package(self, package):
        self.resource("packages", package)
        (self.path / "share" / package).mkdir(parents=True, exist_ok=True)
        folder = self.path / "lib" / package
        folder.mkdir(parents=True, exist_ok=True)
        return folder

    def program(self, package, name, text):
        path = self.package(package) / name
        path.write_text(text)
        path.chmod(0o755)
        return path

    def link(self, package, name, target):
        (self.package(package) / name).symlink_to(target)

    def file(self, name, text):
        path = self.files / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text)
        return path

    def environment(self, **more):
        library_path = f"{self.path / 'lib'}:{BUILD / 'lib'}"
        return {**os.environ, "AMENT_PREFIX_PATH": str(self.path), MARK: self.mark,
                "ROS_LOG_DIR": str(self.path / "log"), "ROS_DOMAIN_ID": str(self.domain),
                "ROS_AUTOMATIC_DISCOVERY_RANGE": "LOCALHOST", "PYTHONDONTWRITEBYTECODE": "1",
                "LD_LIBRARY_PATH": library_path, **more}

    def launch(self, *words, **environment):
        """Run `ros2 launch`, and give its end, with all that it printed."""
        return subprocess.run(
            [sys.executable, "-B", "-m", "ros2launch", *map(str, words)], cwd=self.files,
            env=self.environment(**environment), capture_output=True, text=True, timeout=LIMIT)

    def start(self, *words, **environment):
        return Launch(self, words, environment)

    def processes(self):
        """Give the command lines of all processes that carry the mark of this prefix."""
        found = []
        for folder in pathlib.Path("/proc").iterdir():
            if not folder.name.isdigit() or int(folder.name) == os.getpid():
                continue
            try:
                if f"{MARK}={self.mark}".encode() in (folder / "environ").read_bytes():
                    state = (folder / "stat").read_text().rpartition(")")[2].split()[0]
                    if state != "Z":
                        found.append((folder / "cmdline").read_bytes().replace(b"\0", b" "))
            except OSError:  # it has ended
                pass
        return found

    def close(self):
        self.__held.close()
        self.__folder.cleanup()


class Launch:
    """A `ros2 launch` that runs."""

    def __init__(self, prefix, words, environment):
        self.lines = []
        self.__queue = queue.Queue()
        self.process = subprocess.Popen(
            [sys.executable, "-B", "-m", "ros2launch", *map(str, words)], cwd=prefix.files,
            env=prefix.environment(**environment), stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT, text=True, start_new_session=True)
        threading.Thread(target=self.__read, daemon=True).start()

    def __read(self):
        for line in self.process.stdout:
            self.__queue.put(line.rstrip("\n"))
        self.__queue.put(None)

    def __next(self, end):
        line = self.__queue.get(timeout=max(0.01, end - time.monotonic()))
        if line is not None:
            self.lines.append(line)
        return line

    def wait_for(self, *texts):
        """Read until each text was in a line; AssertionError if the launch ends before."""
        missing = [text for text in texts if not any(text in line for line in self.lines)]
        end = time.monotonic() + LIMIT
        while missing:
            try:
                line = self.__next(end)
            except queue.Empty:
                line = None
            if line is None:
                raise AssertionError(f"no line with {missing} in:\n" + "\n".join(self.lines))
            missing = [text for text in missing if text not in line]

    def send(self, signum):
        self.process.send_signal(signum)

    def end(self, signum=None):
        """Send a signal, if one is given; give the status, when all lines are read."""
        if signum is not None:
            self.send(signum)
        status = self.process.wait(timeout=LIMIT)
        end = time.monotonic() + LIMIT
        while self.__next(end) is not None:
            pass
        return status

    def close(self):
        if self.process.poll() is None:
            os.killpg(self.process.pid, signal.SIGKILL)
        self.process.wait()
        self.process.stdout.close()


def skip_module(reason):
    """End this test as one that was skipped."""
    print(f"skipped: {reason}")
    sys.exit(77)


def remove_folder(path):
    shutil.rmtree(path, ignore_errors=True)
