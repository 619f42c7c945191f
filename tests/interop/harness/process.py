"""One peer process: commands go to its stdin, its events come as JSON lines.

Every wait is for a condition, and ends in an error after the peer's patience: the
runner's timeout does not reach into fixtures of a case that runs again."""

import json
import os
import signal
import subprocess
import threading
import time


class TooLate(AssertionError):
    """What a test was waiting for did not come in time."""


class PeerDied(AssertionError):
    """The process ended while a test was waiting for something from it."""


class Peer:
    """Runs `command` until close(); `who` is its stack, `words` what it is asked.
    No wait for something of it takes longer than `patience` seconds.

    Threads: one reader thread per output; all methods from the test's thread.
    """

    def __init__(self, who: str, words: list, command: list, env: dict, patience: float) -> None:
        self.who = who
        self._patience = patience
        self.name = " ".join([who, *words])
        self.events: list = []
        self.log: list = []
        self._changed = threading.Condition()
        self._open_outputs = 2
        self.process = subprocess.Popen(
            command,
            env={**os.environ, **env},
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
            start_new_session=True,
        )
        self._threads = [
            threading.Thread(target=self._read, args=(self.process.stdout, self._event)),
            threading.Thread(target=self._read, args=(self.process.stderr, self.log.append)),
        ]
        for thread in self._threads:
            thread.start()

    def _read(self, stream, keep) -> None:
        for line in stream:
            with self._changed:
                keep(line.rstrip("\n"))
                self._changed.notify_all()
        with self._changed:
            self._open_outputs -= 1
            self._changed.notify_all()

    def _event(self, line: str) -> None:
        if not line.startswith("{"):
            self.log.append(line)
            return
        self.events.append(json.loads(line))

    def tell(self, *words) -> None:
        """Sends one command line."""
        self.process.stdin.write(" ".join(map(str, words)) + "\n")
        self.process.stdin.flush()

    def of(self, event: str) -> list:
        """The events of one kind so far."""
        with self._changed:
            return [e for e in self.events if e["event"] == event]

    def latest(self, event: str):
        found = self.of(event)
        return found[-1] if found else None

    def forget(self) -> None:
        """What it said so far is not looked at any more."""
        with self._changed:
            self.events.clear()

    def wait_for(self, what: str, condition, patience: float = 0):
        """Blocks until condition() gives something true; gives that.

        `condition` is looked at after every line that the process writes.
        @param patience  seconds, instead of the peer's own"""
        patience = patience or self._patience
        until = time.monotonic() + patience
        with self._changed:
            while not (result := condition()):
                if self._open_outputs == 0:
                    raise PeerDied(f"{self.name} ended while waiting for {what}\n{self.report()}")
                if not self._changed.wait(until - time.monotonic()) and not condition():
                    raise TooLate(f"{self.name}: no {what} in {patience} s\n{self.report()}")
            return result

    def wait_quiet(self, seconds: float) -> None:
        """Until it has written nothing for that long."""
        with self._changed:
            while self._changed.wait(seconds):
                pass

    def wait_ready(self) -> "Peer":
        self.wait_for("ready", lambda: self.of("ready"))
        return self

    def wait_matched(self, count: int) -> None:
        """Until the endpoint is matched with exactly `count` others."""
        self.wait_for(
            f"{count} matches", lambda: (self.latest("matched") or {"count": 0})["count"] == count
        )

    def wait_received(self, count: int) -> list:
        return self.wait_for(
            f"{count} samples", lambda: len(got := self.of("received")) >= count and got
        )

    def wait_log(self, text: str) -> str:
        """Until a line on stderr holds `text`; gives that line."""
        return self.wait_for(f"log '{text}'", lambda: next((x for x in self.log if text in x), ""))

    def publish(self, count: int, size: int, period_ms: int = 0) -> list:
        """Has it publish and waits until it has; gives the events of these."""
        before = len(self.of("sent"))
        self.tell("publish", count, size, period_ms)
        self.wait_for("published", lambda: len(self.of("sent")) >= before + count)
        return self.of("sent")[before : before + count]

    def stop(self) -> None:
        """Freezes the process as a debugger or an overloaded host would."""
        os.kill(self.process.pid, signal.SIGSTOP)

    def resume(self) -> None:
        os.kill(self.process.pid, signal.SIGCONT)

    def kill(self) -> None:
        """Ends it without a farewell."""
        self.process.kill()
        self._join()

    def close(self) -> int:
        """Ends it in good order; gives its exit code."""
        if self.process.poll() is None:
            self.resume()
            try:
                self.process.stdin.close()
            except BrokenPipeError:
                pass
        return self._join()

    def _join(self) -> int:
        try:
            code = self.process.wait(timeout=20)
        except subprocess.TimeoutExpired:
            self.process.kill()
            code = self.process.wait()
            self.log.append("harness: did not end within 20 s of its stdin's end; killed")
        for thread in self._threads:
            thread.join()
        return code

    def report(self) -> str:
        """The last of what it said, for a failure's message."""
        events = "\n".join(f"  {str(e)[:300]}" for e in self.events[-15:])
        log = "\n".join(f"  {line[:300]}" for line in self.log[-25:])
        return f"--- {self.name}\nlast events:\n{events}\nlog:\n{log}"
