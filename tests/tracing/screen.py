"""What a program shows on a terminal."""
import fcntl
import os
import pty
import select
import struct
import subprocess
import termios
import time

PATIENCE = 60


class Screen:
    """What a program shows on a terminal: a real one, of which we are the other end."""

    def __init__(self, words, environment, rows=30, columns=100):
        self.ours, self.theirs = pty.openpty()
        self.resize(rows, columns)
        self.before = termios.tcgetattr(self.theirs)
        self.raw = b""
        self.process = subprocess.Popen(words, env=environment, stdin=self.theirs,
                                        stdout=self.theirs, stderr=subprocess.PIPE,
                                        preexec_fn=self.take_terminal)

    def take_terminal(self):
        os.setsid()
        fcntl.ioctl(self.theirs, termios.TIOCSCTTY, 0)

    def resize(self, rows, columns):
        fcntl.ioctl(self.ours, termios.TIOCSWINSZ, struct.pack("HHHH", rows, columns, 0, 0))

    def read(self, seconds):
        if select.select([self.ours], [], [], seconds)[0]:
            self.raw += os.read(self.ours, 65536)

    def page(self):
        """The lines of the last page that is whole."""
        pages = self.raw.split(b"\x1b[H")
        whole = [page for page in pages[1:] if page.endswith(b"\x1b[J") or b"\x1b[J\x1b" in page]
        return whole[-1].decode().split("\x1b[J")[0].replace("\x1b[K", "") \
            .replace("\r", "").split("\n") if whole else []

    def wait_page(self, fits):
        """The first page from here on that `fits`."""
        until = time.monotonic() + PATIENCE
        while time.monotonic() < until:
            page = self.page()
            if page and fits(page):
                return page
            self.read(1)
            if self.process.poll() is not None:
                raise AssertionError(f"it ended: {self.process.stderr.read().decode()}")
        raise AssertionError("no such page; the last one:\n" + "\n".join(self.page()))

    def wait_text(self, part):
        return self.wait_page(lambda page: any(part in line for line in page))

    def say(self, keys):
        os.write(self.ours, keys)

    def wait_end(self):
        """Its exit code; what it still has to say is read meanwhile."""
        until = time.monotonic() + PATIENCE
        while self.process.poll() is None:
            if time.monotonic() > until:
                raise AssertionError("it does not end")
            self.read(0.1)
        self.read(0)
        return self.process.returncode

    def close(self):
        self.process.kill()
        self.process.communicate()
        os.close(self.ours)
        os.close(self.theirs)
