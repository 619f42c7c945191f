"""What a process without keys hears of secured ones, by every way that there is: nothing.

Each way is tried on processes without security too, where it does hear. Not tried: the memory of a
secured process (/proc/<pid>/mem, ptrace), which the kernel gives to processes of the same user.
"""
import pathlib
import secrets
import socket
import threading
import unittest

from processes import ALONE, PYTHON, SecurityTest

SHARED = pathlib.Path("/dev/shm")


class Wire:
    """Keeps every byte that goes over loopback while it is open."""

    def __init__(self):
        every_protocol = socket.htons(3)
        self.socket = socket.socket(socket.AF_PACKET, socket.SOCK_RAW, every_protocol)
        self.socket.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 1 << 23)
        self.socket.bind(("lo", 0))
        self.socket.settimeout(0.1)
        self.frames = []
        self.open = True
        self.thread = threading.Thread(target=self.listen)
        self.thread.start()

    def listen(self):
        while self.open:
            try:
                self.frames.append(self.socket.recv(1 << 16))
            except TimeoutError:
                pass

    def close(self):
        self.open = False
        self.thread.join()
        self.socket.close()
        return b"\n".join(self.frames)


def bytes_below(folder):
    """All bytes of the files below a folder that may be read."""
    found = []
    for file in folder.rglob("*"):
        try:
            found.append(file.read_bytes() if file.is_file() else b"")
        except OSError:  # it went meanwhile, or is another user's
            pass
    return b"\n".join(found)


class Hearing(SecurityTest):
    def setUp(self):
        super().setUp()
        self.text = f"marker-{secrets.token_hex(8)}"
        # A number whose bytes are on the wire as they are: CDR is little endian here.
        self.number = int.from_bytes(secrets.token_bytes(7), "little") >> 1
        self.secrets = (self.text.encode(), self.number.to_bytes(8, "little"))

    def times(self, heard):
        return sum(heard.count(secret) for secret in self.secrets)

    def shares(self, process):
        """Give whether it shares memory with other processes; what tells it to record is not."""
        return any(f"{SHARED}/" in line and "/ranvier-sessions-" not in line
                   for line in process.mapped().splitlines())

    def say_it_all(self, keyed, **environment):
        """Let two processes say the secrets on a topic, in a service with introspection, in the
        log and as a parameter, of which a peer hears all."""
        one = self.started("/one" if keyed else None, **environment)
        two = self.started("/two" if keyed else None, **environment,
                           arguments=(*(() if keyed else ("--ros-args",)), "-r", "__node:=two"))
        one.ask(f"publish secret {self.text}")
        one.ask("serve adder")
        self.assertEqual(one.ask("introspect adder"), "introspecting")
        one.ask(f"parameter p {self.text}")
        one.ask(f"log it {self.text}")
        two.ask("listen secret")
        self.assertEqual(two.hear(), self.text)
        self.assertEqual(two.ask(f"call adder {self.number} 0"), f"sum {self.number}")
        got = self.ros2("param", "get", "/program", "p", enclave="/command" if keyed else None)
        self.assertEqual(got.stdout, f"String value is: {self.text}\n", got.stderr)
        return one, two

    @unittest.skipUnless(ALONE, "needs the right to a network of its own")
    def test_the_network_carries_no_byte_of_it(self):
        for keyed in (True, False):
            wire = Wire()
            try:
                self.say_it_all(keyed, RANVIER_SHM="0")
            finally:
                heard = wire.close()
            self.assertGreater(len(heard), 10_000)
            self.assertEqual(self.times(heard) > 0, not keyed)

    def test_shared_memory_holds_no_byte_of_it(self):
        for keyed in (True, False):
            processes = self.say_it_all(keyed)
            self.assertEqual([self.shares(process) for process in processes], [not keyed] * 2)
            self.assertEqual(self.times(bytes_below(SHARED)) > 0, not keyed)

    def test_traces_are_the_users_alone_and_hold_no_byte_of_a_topic(self):
        folder = self.keys.folder / "traces"
        one, two = (self.started(name, RANVIER_TRACE=folder, RANVIER_TRACE_WHEN_FULL="block")
                    for name in ("/one", "/two"))
        one.ask(f"publish secret {self.text}")
        two.ask("listen secret")
        self.assertEqual(two.hear(), self.text)
        for process in self.processes:
            process.end()
        # The metadata names no message; the clock is shared.
        files = [file for file in folder.rglob("*")
                 if file.is_file() and file.name not in ("metadata", ".clock")]
        self.assertGreater(len(files), 0)
        for file in (*files, *(file.parent for file in files)):
            self.assertEqual(file.stat().st_mode & 0o077, 0, file)
        heard = bytes_below(folder)
        self.assertIn(b"/secret", heard)
        self.assertEqual(self.times(heard), 0)

    def test_a_process_without_keys_hears_no_topic_log_or_service_and_sees_no_name(self):
        one, _ = self.say_it_all(True)
        other = self.started(words=PYTHON, arguments=("--ros-args", "-r", "__node:=other"))
        other.ask("listen secret")
        other.ask("overhear adder")
        other.ask("overhear open_adder")
        twin = self.started(arguments=("--ros-args", "-r", "__node:=twin"))
        twin.ask("publish secret open")
        twin.ask("log an open line")
        twin.ask("serve open_adder")
        twin.ask("introspect open_adder")
        twin.ask("call open_adder 20 3")
        heard = []
        while not all(any(part in one for one in heard) for part in (
                "open", "an open line", "sum=23")):
            heard.append(other.hear())
        for words in (("node", "list", "--all"), ("topic", "info", "--verbose", "/rosout"),
                      ("service", "list", "--include-hidden-services")):
            unkeyed = self.ros2(*words, enclave=None).stdout
            self.assertIn("twin", unkeyed)
            for name in ("program", "/adder"):
                self.assertNotIn(name, unkeyed)
        self.assertNotEqual(self.ros2("param", "get", "/program", "p", enclave=None).returncode, 0)
        other.end()
        heard = "\n".join([*heard, *other.heard])
        self.assertNotIn(self.text, heard)
        self.assertNotIn(str(self.number), heard)
        self.assertIn(self.text, one.said())


if __name__ == "__main__":
    unittest.main()
