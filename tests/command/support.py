"""The graph that the command looks at, and running the command on it.

A test program starts one graph for all its tests, in a domain of its own and over loopback.
"""
import atexit
import ctypes
import os
import pathlib
import re
import shutil
import signal
import subprocess
import sys
import tempfile
import threading
import time
import unittest

ROOT = pathlib.Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT / "tests/support"))
from own_domain import Domain  # noqa: E402

BUILD = pathlib.Path(sys.argv.pop(1)).resolve() if len(sys.argv) > 1 else ROOT / "build"
HERE = pathlib.Path(__file__).resolve().parent
LIMIT_S = 60  # nothing takes that long unless it hangs

# Of packages of the field what the tests use: their programs and components are ours.
PROGRAMS = {
    "demo_nodes_cpp": ("talker", "add_two_ints_client", "add_two_ints_server"),
    "rec_pkg": ("fail", "abort"),
}
COMPONENTS = ("Talker", "Listener", "NodeLikeListener", "Server", "Client")
MANIFEST = """<?xml version="1.0"?>
<package format="3">
  <name>{name}</name>
  <version>0.33.5</version>
  <description>A package of the tests</description>
  <maintainer email="who@example.com">who</maintainer>
  <license>Apache-2.0</license>
  <exec_depend>rclcpp</exec_depend>
  <exec_depend>std_msgs</exec_depend>
</package>
"""


RAN = []  # the words of each command that was run


class Prefix:
    """The installed prefix, and one more with packages of the tests."""

    def __init__(self):
        self.scratch = pathlib.Path(tempfile.mkdtemp(prefix="ranvier-command-"))
        self.installed = self.scratch / "installed"
        subprocess.run(["cmake", "--install", BUILD, "--prefix", self.installed], check=True,
                       stdout=subprocess.DEVNULL)
        self.own = self.scratch / "own"
        for package, programs in PROGRAMS.items():
            self.add(package)
            for name in programs:
                self.link(BUILD / "bin/command_graph", f"lib/{package}/{name}")
        self.add("composition")
        name = "lib/libtest_command_components.so"
        library = self.link(BUILD / name, name)
        self.write("share/ament_index/resource_index/rclcpp_components/composition", "".join(
            f"composition::{name};lib/{library.name}\n" for name in COMPONENTS))

    def add(self, package):
        self.write(f"share/ament_index/resource_index/packages/{package}", "")
        self.write(f"share/{package}/package.xml", MANIFEST.format(name=package))

    def write(self, path, text):
        (self.own / path).parent.mkdir(parents=True, exist_ok=True)
        (self.own / path).write_text(text)

    def link(self, target, path):
        (self.own / path).parent.mkdir(parents=True, exist_ok=True)
        (self.own / path).symlink_to(target)
        return self.own / path

    def program(self, name):
        """Give our program under a name of its own."""
        path = self.scratch / name
        if not path.exists():
            path.symlink_to(BUILD / "bin/command_graph")
        return path

    def close(self):
        shutil.rmtree(self.scratch)


def leave_the_network():
    """Give this process a network of its own with loopback alone, if it may: nobody else's nodes
    are in the graph then. Without the right to it the domain of its own has to do."""
    clone_newnet = 0x40000000
    if ctypes.CDLL(None, use_errno=True).unshare(clone_newnet) == 0:
        subprocess.run(["ip", "link", "set", "lo", "up"], check=True)


class Graph:
    """Programs in a domain of their own, and the environment that they are in."""

    def __init__(self, prefix):
        self.prefix = prefix
        leave_the_network()
        self.domain = Domain()
        # `ros2` of a shell, by the interpreter that the tests are run with.
        command = prefix.scratch / "bin/ros2"
        command.parent.mkdir(exist_ok=True)
        command.write_text(f'#!/bin/sh\nexec {sys.executable} {BUILD}/bin/ros2 "$@"\n')
        command.chmod(0o755)
        self.command = str(command)
        self.env = {
            **{name: os.environ[name] for name in ("PATH", "HOME") if name in os.environ},
            "PATH": f"{command.parent}:{os.environ['PATH']}",
            "PYTHONPATH": str(BUILD / "lib/python3/site-packages"),
            "AMENT_PREFIX_PATH": f"{prefix.own}:{prefix.installed}",
            "LD_LIBRARY_PATH": str(BUILD / "lib"),
            # As in a prefix, nothing is compiled anew for each command.
            "PYTHONPYCACHEPREFIX": str(BUILD / "tests/command/compiled"),
            "GIT_CONFIG_GLOBAL": "/dev/null", "GIT_CONFIG_SYSTEM": "/dev/null",
            "ROS_AUTOMATIC_DISCOVERY_RANGE": "LOCALHOST",
            "ROS_DOMAIN_ID": str(self.domain.number), "ROS_LOG_DIR": str(prefix.scratch / "log"),
            "TMPDIR": str(prefix.scratch)}
        self.processes = []

    def start(self, *words):
        """Start a program, and wait until it says that it is ready."""
        process = subprocess.Popen([str(word) for word in words], env=self.env,
                                   stdout=subprocess.PIPE, text=True, stdin=subprocess.DEVNULL)
        self.processes.append(process)
        if process.stdout.readline() != "ready\n":
            raise RuntimeError(f"{words} ended with status {process.wait()}")
        return process

    def stop(self, process):
        """End a program that start() started."""
        process.send_signal(signal.SIGTERM)
        process.wait(LIMIT_S)
        process.stdout.close()
        self.processes.remove(process)

    def start_all(self):
        """Start what graph.md of the recordings names."""
        container = subprocess.Popen([str(BUILD / "bin/component_container")], env=self.env,
                                     stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        self.processes.append(container)
        self.start(BUILD / "bin/command_graph")
        self.start(self.prefix.program("twins"))
        self.start(sys.executable, HERE / "publishers.py")
        for name in ("Talker", "Listener"):
            eventually(lambda name=name: self.ros2(
                "component", "load", "/ComponentManager", "composition", f"composition::{name}",
                "-n", f"comp_{name.lower()}", "--node-namespace", "/comp").returncode == 0)

    def ros2(self, *words, **options):
        """Run `ros2 <words>` to its end."""
        RAN.append(words)
        return self.run([self.command, *words], **options)

    def run(self, words, env=None, **options):
        """Run a program to its end, with `env` over the environment of the graph."""
        options = {"stdin": subprocess.DEVNULL, **options} if "input" not in options else options
        return subprocess.run([str(word) for word in words], env={**self.env, **(env or {})},
                              text=True, capture_output=True, timeout=LIMIT_S, check=False,
                              **options)

    def open(self, *words, **options):
        """Begin `ros2 <words>`, in a process group of its own."""
        RAN.append(words)
        return subprocess.Popen([self.command, *words], env=self.env, text=True,
                                stdin=subprocess.DEVNULL, stdout=subprocess.PIPE,
                                stderr=subprocess.PIPE, start_new_session=True, **options)

    def close(self):
        for process in self.processes:
            process.send_signal(signal.SIGTERM)
        for process in self.processes:
            try:
                process.wait(LIMIT_S)
            except subprocess.TimeoutExpired:
                process.kill()
                process.wait()
            if process.stdout:
                process.stdout.close()
        self.domain.close()


def end_of(process):
    """Wait for the end of a process of which lines were read; give the rest, and its status."""
    killer = threading.Timer(LIMIT_S, process.kill)
    killer.start()
    with process.stdout, process.stderr:
        rest, errors = process.stdout.read(), process.stderr.read()
    status = process.wait()
    killer.cancel()
    return rest, errors, status


def eventually(condition):
    """Wait until it is true."""
    end = time.monotonic() + LIMIT_S
    while not condition():
        if time.monotonic() > end:
            raise AssertionError("it did not happen")
        time.sleep(0.05)


class CommandTest(unittest.TestCase):
    """Has the graph of its program, with all its nodes."""

    graph = None
    with_nodes = True

    @classmethod
    def setUpClass(cls):
        if CommandTest.graph is None:
            prefix = Prefix()
            atexit.register(prefix.close)
            CommandTest.graph = Graph(prefix)
            atexit.register(CommandTest.graph.close)
            if cls.with_nodes:
                CommandTest.graph.start_all()

    def ros2(self, *words, **options):
        return self.graph.ros2(*words, **options)

    def says(self, words, stdout, *, status=0, stderr=""):
        """Check that `ros2 <words>` prints what it should, all of it."""
        done = self.ros2(*words.split() if isinstance(words, str) else words)
        self.assertEqual((done.stdout, done.stderr, done.returncode), (stdout, stderr, status))

    def prints(self, words, pattern, *, status=0):
        """Check that a pattern is in what `ros2 <words>` prints on both streams."""
        done = self.ros2(*words.split() if isinstance(words, str) else words)
        self.assertRegex(done.stdout + done.stderr, pattern)
        self.assertEqual(done.returncode, status, done.stderr)
        return done

    def until(self, words, pattern, number=signal.SIGINT, status=2):
        """Begin `ros2 <words>`, send a signal once a line matches, and check the status."""
        with self.graph.open(*words.split() if isinstance(words, str) else words) as process:
            said = []
            try:
                for line in process.stdout:
                    said.append(line)
                    if re.search(pattern, "".join(said)):
                        break
                else:
                    self.fail(f"it ended: {''.join(said)}{process.stderr.read()}")
                os.killpg(process.pid, number)
                rest, errors, ended = end_of(process)
            finally:
                process.kill()
        self.assertEqual(ended, status, errors)
        return "".join(said) + rest, errors
