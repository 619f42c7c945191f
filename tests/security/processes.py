"""Processes under the security of ROS 2, watched from outside.

usage: <a test> <program.cc, compiled> <ranvier-security> <the build>
"""
import ctypes
import os
import pathlib
import re
import shutil
import subprocess
import sys
import tempfile
import threading
import time
import unittest

HERE = pathlib.Path(__file__).resolve().parent
sys.path.append(str(HERE.parent / "support"))
from own_domain import own_domain  # noqa: E402

PROGRAM, RANVIER_SECURITY, BUILD = (pathlib.Path(sys.argv.pop(1)).resolve() for _ in range(3))
PYTHON = (sys.executable, HERE / "program.py")
LIMIT_S = 40  # nothing takes that long unless it hangs
PLUGINS = re.compile(r"libdds_security_\w+")


def leave_the_network():
    """Give this process a network of its own with loopback alone, if it may."""
    clone_newnet = 0x40000000
    left = ctypes.CDLL(None, use_errno=True).unshare(clone_newnet) == 0
    if left:
        subprocess.run(["ip", "link", "set", "lo", "up"], check=True)
    return left


ALONE = leave_the_network()


class Keystore:
    """A keystore of ours, for the domain of this test program."""

    def __init__(self):
        self.folder = pathlib.Path(tempfile.mkdtemp(prefix="ranvier-security-"))
        self.path = self.folder / "keys"
        self.make("create_keystore", self.path)

    def make(self, *words):
        done = subprocess.run([RANVIER_SECURITY, *map(str, words)], text=True, check=False,
                              env={**os.environ, "ROS_DOMAIN_ID": str(own_domain())},
                              capture_output=True)
        if done.returncode != 0:
            raise RuntimeError(f"{words}: {done.stderr}")

    def enclave(self, name):
        """Give the folder of an enclave; it may do everything, and is made if it is not there."""
        folder = self.path / "enclaves" / name.lstrip("/")
        if not (folder / "key.pem").exists():
            self.make("create_enclave", self.path, name)
        return folder

    def allow(self, name, profile):
        """Let an enclave do what the inside of a profile says, and nothing else."""
        self.enclave(name)
        policy = self.folder / "policy.xml"
        policy.write_text(f"""<policy version="0.2.0"><enclaves><enclave path="{name}"><profiles>
            <profile ns="/" node="program">{profile}</profile></profiles></enclave></enclaves>
            </policy>""")
        self.make("create_permission", self.path, name, policy)

    def end(self, name, when):
        """Let the permissions of an enclave end then: seconds since 1970."""
        folder = self.enclave(name)
        text = (folder / "permissions.xml").read_text()
        end = time.strftime("%Y-%m-%dT%H:%M:%S", time.gmtime(when))
        text = re.sub("<not_after>.*?</not_after>", f"<not_after>{end}</not_after>", text)
        text = re.sub("<not_before>.*?</not_before>",
                      "<not_before>2020-01-01T00:00:00</not_before>", text)
        (folder / "permissions.xml").write_text(text)
        subprocess.run(
            ["openssl", "smime", "-sign", "-text", "-in", folder / "permissions.xml", "-out",
             folder / "permissions.p7s", "-signer", self.path / "public/permissions_ca.cert.pem",
             "-inkey", self.path / "private/permissions_ca.key.pem"], check=True)

    def remove(self):
        shutil.rmtree(self.folder)


def eventually(condition, otherwise=lambda: "it did not happen"):
    """Wait until it is true."""
    end = time.monotonic() + LIMIT_S
    while not condition():
        if time.monotonic() > end:
            raise AssertionError(otherwise())
        time.sleep(0.05)


class Opened:
    """Keeps the names of the files that anybody opens in some folders while it is open."""

    def __init__(self, *folders):
        libc = ctypes.CDLL(None, use_errno=True)
        nonblock, in_open = os.O_NONBLOCK, 0x20
        self.file = libc.inotify_init1(nonblock)
        for folder in folders:
            if libc.inotify_add_watch(self.file, os.fsencode(folder), in_open) < 0:
                raise OSError(ctypes.get_errno(), f"cannot watch {folder}")

    def close(self):
        """Give their names; that of a folder itself is empty."""
        names, events = set(), b""
        try:
            while more := os.read(self.file, 1 << 16):
                events += more
        except BlockingIOError:
            os.close(self.file)
        while events:
            length = int.from_bytes(events[12:16], sys.byteorder)  # of the name, with its padding
            names.add(os.fsdecode(events[16:16 + length].rstrip(b"\0")))
            events = events[16 + length:]
        return names


class Process:
    """A program that answers lines, and what it said on stderr."""

    def __init__(self, words, env, *, answers=True):
        self.errors = tempfile.NamedTemporaryFile("a", prefix="ranvier-said-")
        self.process = subprocess.Popen([str(word) for word in words], env=env, text=True,
                                        stdin=subprocess.PIPE, stdout=subprocess.PIPE,
                                        stderr=self.errors)
        self.killer = threading.Timer(LIMIT_S, self.process.kill)
        self.killer.start()
        self.heard = []
        self.begun = self.line() if answers else ""

    def line(self):
        """Give the next line that it says; what it heard is kept aside."""
        for line in self.process.stdout:
            line = line.rstrip("\n")
            if not line.startswith("heard "):
                return line
            self.heard.append(line[6:])
        return f"ended with {self.process.wait()}: {self.said()}"

    def ask(self, line):
        self.process.stdin.write(line + "\n")
        self.process.stdin.flush()
        return self.line()

    def hear(self):
        """Wait until it has heard something, and give that."""
        if not self.heard:
            line = self.process.stdout.readline().rstrip("\n")
            if not line.startswith("heard "):
                raise AssertionError(f"it says '{line}': {self.said()}")
            self.heard.append(line[6:])
        return self.heard.pop(0)

    def said(self):
        if self.errors.file.closed:
            return self.last_said
        return pathlib.Path(self.errors.name).read_text(errors="replace")

    def wait_said(self, part):
        """Wait until a part is in what it said on stderr, and give all of that."""
        eventually(lambda: part in self.said(), lambda: f"it did not say '{part}': {self.said()}")
        return self.said()

    def mapped(self):
        """Give the table of what is mapped into it."""
        return pathlib.Path(f"/proc/{self.process.pid}/maps").read_text()

    def libraries(self):
        """Give the files of all libraries that are mapped into it, by their names without versions."""
        return {pathlib.Path(path).name.split(".so")[0]: path
                for path in re.findall(r"(/\S+\.so[.\d]*)$", self.mapped(), re.M)}

    def plugins(self):
        """Give the plugins of security that are mapped into it."""
        return sorted(set(PLUGINS.findall(self.mapped())))

    def end(self):
        """Let it end, and give its status and what it said on stderr."""
        self.process.stdin.close()
        rest = self.process.stdout.read()
        self.heard += [line[6:] for line in rest.splitlines() if line.startswith("heard ")]
        status = self.process.wait()
        self.close()
        return status, self.last_said

    def close(self):
        if self.errors.file.closed:
            return
        self.last_said = self.said()
        self.killer.cancel()
        self.process.kill()
        self.process.wait()
        self.process.stdin.close()
        self.process.stdout.close()
        self.errors.close()


class SecurityTest(unittest.TestCase):
    """Has a keystore, made once, and processes that end with the test."""

    @classmethod
    def setUpClass(cls):
        cls.keys = Keystore()
        cls.addClassCleanup(cls.keys.remove)

    def setUp(self):
        self.processes = []

    def environment(self, enclave=None, strategy="Enforce", **more):
        """That of a process in the domain of the test; keyed if an enclave is given."""
        kept = {name: value for name, value in os.environ.items()
                if not name.startswith(("ROS_", "RANVIER_", "CYCLONEDDS"))}
        env = {**kept, "ROS_DOMAIN_ID": str(own_domain()),
               "ROS_AUTOMATIC_DISCOVERY_RANGE": "LOCALHOST",
               "ROS_LOG_DIR": str(self.keys.folder / "log"),
               "PYTHONPATH": str(BUILD / "lib/python3/site-packages"),
               "PYTHONPYCACHEPREFIX": str(BUILD / "tests/command/compiled")}
        if enclave is not None:
            env |= {"ROS_SECURITY_ENABLE": "true", "ROS_SECURITY_STRATEGY": strategy,
                    "ROS_SECURITY_KEYSTORE": str(self.keys.path)}
        return {name: str(value) for name, value in {**env, **more}.items()}

    def start(self, enclave=None, words=(PROGRAM,), arguments=(), **environment):
        """Start a program as that enclave, which is made if it is not there."""
        if enclave is not None:
            self.keys.enclave(enclave)
            arguments = ("--ros-args", "--enclave", enclave, *arguments)
        process = Process([*words, *arguments], self.environment(enclave, **environment))
        self.addCleanup(process.close)
        self.processes.append(process)
        return process

    def started(self, *words, **options):
        """The same, of one that must come up."""
        process = self.start(*words, **options)
        self.assertEqual(process.begun, "ready", process.said())
        return process

    def ros2(self, *words, enclave="/command", **environment):
        """Run `ros2`, as an enclave that the user names in the environment."""
        if enclave is not None:
            self.keys.enclave(enclave)
            environment = {"ROS_SECURITY_ENCLAVE_OVERRIDE": enclave, **environment}
        return subprocess.run([sys.executable, BUILD / "bin/ros2", *words], text=True,
                              env=self.environment(enclave, **environment), check=False,
                              capture_output=True, timeout=LIMIT_S, stdin=subprocess.DEVNULL)
